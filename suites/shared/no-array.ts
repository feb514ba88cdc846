/** Why nothing can be told where a list is needed, and none comes: the row that is to blame may be either. */
export const noArray = 'a list is not answered with an array: see list/returns-pets and list/limit-accepted';
