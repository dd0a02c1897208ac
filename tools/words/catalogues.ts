import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '../..');
/** The language in which every message is written first. Others fall back to it. */
export const sourceLocale = 'en';

/** The translations of the server's messages. */
export const wireFolder = 'contract/src/words';

/** A folder `words` with one file per locale. */
export interface Catalogue {
  workspace: 'web' | 'server';
  /** As code imports it: `#words/<name>`. */
  name: string;
  /** Relative to the project's root, with slashes. */
  folder: string;
  locales: string[];
}

export type Messages = Record<string, string>;

/** Finds every catalogue of a workspace. `web/src/features/posts/words` has the name `posts`. */
export function findCatalogues(workspace: Catalogue['workspace']): Catalogue[] {
  const files = globSync(`${workspace}/src/**/words/*.json`, { cwd: root }).map((file) =>
    file.replaceAll('\\', '/'),
  );
  const folders = [...new Set(files.map((file) => dirname(file)))].toSorted();
  return folders.map((folder) => ({
    workspace,
    name: dirname(folder).replace(/^\w+\/src\/(?:features\/)?/, ''),
    folder,
    locales: files
      .filter((file) => dirname(file) === folder)
      .map((file) => file.slice(folder.length + 1, -'.json'.length))
      .toSorted(),
  }));
}

/** Reads a locale's messages. Messages that it lacks come from the source locale. */
export function readMessages(catalogue: Catalogue, locale: string): Messages {
  return { ...readFile(catalogue.folder, sourceLocale), ...readOwnMessages(catalogue, locale) };
}

/** Reads only what the locale's own file has. */
export function readOwnMessages({ folder, locales }: Catalogue, locale: string): Messages {
  return locales.includes(locale) ? readFile(folder, locale) : {};
}

/**
 * Reads the messages of the server in a locale, by their English text on the wire. English needs none.
 */
export function readWireMessages(locale: string): Messages {
  return existsSync(join(root, wireFolder, `${locale}.json`)) ? readFile(wireFolder, locale) : {};
}

function readFile(folder: string, locale: string): Messages {
  return JSON.parse(readFileSync(join(root, folder, `${locale}.json`), 'utf8')) as Messages;
}
