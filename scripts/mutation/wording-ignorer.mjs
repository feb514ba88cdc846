// Keeps Stryker from mutating what a finding says, which no test is to hold beyond the reports of samples.
import { declareValuePlugin, PluginKind } from '@stryker-mutator/api/plugin';

const worded = new Set(['message', 'expected', 'actual', 'role']);

export const strykerPlugins = [
  declareValuePlugin(PluginKind.Ignore, 'wording', {
    shouldIgnore(path) {
      const isWording = path.isObjectProperty() && worded.has(path.node.key.name);
      return isWording ? 'what a finding says is for no test' : undefined;
    },
  }),
];
