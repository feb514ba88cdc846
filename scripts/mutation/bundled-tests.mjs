import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';
import { chosenRoom, rooms } from './rooms.mjs';

/** The tests of the chosen room and what they import of this project, as the code of one CommonJS module. */
export async function bundledTests(folder) {
  const entry = join(folder, 'mutated-tests.entry.js');
  const paths = rooms[chosenRoom].tests.map((path) => `/${path}`);
  writeFileSync(entry, `import.meta.glob(${JSON.stringify(paths)}, { eager: true });\n`);
  const { output } = await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    ssr: { external: true },
    plugins: [{ name: 'addresses of modules', transform: withOwnAddress }],
    build: {
      ssr: entry,
      write: false,
      minify: false,
      target: 'node20',
      rolldownOptions: { treeshake: false, output: { format: 'cjs', codeSplitting: false } },
    },
  });
  return output[0].code;
}

/** Files that a test reads are beside it, and not beside the bundle. */
function withOwnAddress(code, id) {
  return code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href));
}
