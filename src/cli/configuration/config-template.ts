import { toolName } from '../command.ts';
import { isThisMachine } from '../this-machine.ts';

/**
 * The text of a first configuration file in YAML, with one target, `local` on this machine and `staging` elsewhere.
 *
 * @param schema the path of the published schema from the file, or `null` where it is not there
 */
export function configTemplate(baseUrl: string, schema: string | null): string {
  return `${schema === null ? '' : `# yaml-language-server: $schema=${schema}\n`}\
# Options of run, load and doctor, in camel case: --max-requests is maxRequests. The command line comes first, then
# the environment, the target, and the settings for all targets.

# How long to wait for a response, of every target:
# timeout: 10s

targets:
  # Use it by its name: npx ${toolName} run ${suggestedName(baseUrl)}
  ${suggestedName(baseUrl)}:
    baseUrl: ${JSON.stringify(baseUrl)}

    # Where the key is, never the key itself: an environment variable, or a file with one line ({ file: keys/staging }).
    apiKey: { env: ANIMAL_STORE_API_KEY }

    # The plan of that key: free, pro, business or enterprise.
    # plan: free

    # How many cases are sent: smoke, normal or thorough.
    effort: normal

    # Create nothing:
    # readOnly: true

    # Known failures, each with a reason and an expiry date:
    # waivers: waivers.yaml

    # To measure plan limits: variables or files with PLAN=KEY of dedicated keys, which a run exhausts.
    # quotaKey: [{ env: FREE_KEY }]
`;
}

/** The name of the target of a base URL. */
export function suggestedName(baseUrl: string): 'local' | 'staging' {
  return isThisMachine(new URL(baseUrl)) ? 'local' : 'staging';
}
