import { errorBody } from '../watchers/exchanges.ts';
import { answered, isAnswer, type Mutation, type Scene, withField } from './mutation.ts';

/** What a service may get wrong of who may ask. */
export const keyMutations: readonly Mutation[] = [
  {
    name: 'the valid key is refused for a list',
    violates: ['auth/valid-key-accepted'],
    mutate: (scene) => (isAnswer(scene, 200, 'listPets') ? refusedKey(scene) : null),
  },
  {
    name: 'the valid key is refused where an animal does not exist',
    violates: ['auth/valid-key-accepted'],
    mutate: (scene) =>
      isAnswer(scene, 404, 'getPet') && scene.exchange.request.credential === 'api-key'
        ? refusedKey(scene)
        : null,
  },
  ...(['listPets', 'createPet', 'getPet'] as const).map(
    (operation): Mutation => ({
      name: `a 401 of ${operation} carries no WWW-Authenticate`,
      violates: ['auth/challenge'],
      mutate: (scene) =>
        isAnswer(scene, 401, operation) ? withField(scene, 'WWW-Authenticate', null) : null,
    }),
  ),
];

function refusedKey(scene: Scene) {
  const [challenged] = withField(scene, 'WWW-Authenticate', 'Bearer') ?? [];
  return challenged === undefined
    ? null
    : answered({ ...scene, response: challenged.response }, { status: 401, body: errorBody(401) });
}
