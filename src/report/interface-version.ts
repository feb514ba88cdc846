/** The version of the Animal Store Service Interface that the requirements are from. */
export const interfaceVersion = '1.0.0';
