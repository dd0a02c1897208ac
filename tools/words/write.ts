import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync, globSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { locales } from '../../contract/src/locales.ts';
import {
  findCatalogues,
  readMessages,
  readWireMessages,
  root,
  sourceLocale,
  type Catalogue,
} from './catalogues.ts';
import {
  localeModule,
  serverModule,
  serverWireModule,
  webModule,
  webWireModule,
} from './compile.ts';

/**
 * Compiles all catalogues to `web/.words` and `server/.words`. Type checks, tests and the server read these files. The
 * web's build compiles for itself (web/build/words.ts).
 */
export function writeWords(): void {
  write('web', (catalogue) => webModule(readMessages(catalogue, sourceLocale), sourceLocale), {
    locale: localeModule(sourceLocale),
    wire: webWireModule({}, sourceLocale),
  });
  write(
    'server',
    (catalogue) =>
      serverModule(
        Object.fromEntries(locales.map((locale) => [locale, readMessages(catalogue, locale)])),
        sourceLocale,
      ),
    {
      wire: serverWireModule(
        Object.fromEntries(locales.map((locale) => [locale, readWireMessages(locale)])),
      ),
    },
  );
}

function write(
  workspace: Catalogue['workspace'],
  codeOf: (catalogue: Catalogue) => string,
  others: Record<string, string> = {},
): void {
  const folder = join(root, workspace, '.words');
  const modules = { ...others };
  for (const catalogue of findCatalogues(workspace)) modules[catalogue.name] = codeOf(catalogue);
  const files = new Map(
    Object.entries(modules).map(([name, code]) => [join(folder, `${name}.ts`), code]),
  );
  for (const [file, code] of files) {
    // Tests in other processes may read the file at this moment.
    if (existsSync(file) && readFileSync(file, 'utf8') === code) continue;
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, code);
  }
  for (const old of globSync('**/*.ts', { cwd: folder }).map((file) => join(folder, file)))
    if (!files.has(old)) rmSync(old);
}
