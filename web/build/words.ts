import path from 'node:path';
import { parseAst, transformWithOxc, type Plugin } from 'vite';
import {
  findCatalogues,
  readMessages,
  readWireMessages,
  root,
  type Messages,
} from '../../tools/words/catalogues.ts';
import {
  compileMessage,
  directionOf,
  localeModule,
  webModule,
  webWireModule,
} from '../../tools/words/compile.ts';
import { writeWords } from '../../tools/words/write.ts';
import { findNamespaces, type Use } from './words-uses.ts';

const prefix = '#words/';
/** A module with all messages of a catalogue, or with one of them. */
const whole = '\0words:';
const single = '\0message:';

/**
 * Serves the catalogues in one language. A build puts each message into the chunk that uses it: a text replaces
 * `words.key`, and a function has a module of its own. So the first screen contains no message of another screen.
 */
export function words(locale: string): Plugin[] {
  // Catalogues are read once per build. A change of one empties the memory.
  const read = new Map<string, Messages>();
  const messagesOf = (name: string) => {
    const known = read.get(name);
    if (known) return known;
    const catalogue = findCatalogues('web').find((each) => each.name === name);
    if (!catalogue) throw new Error(`There is no catalogue ${prefix}${name}.`);
    const messages = readMessages(catalogue, locale);
    read.set(name, messages);
    return messages;
  };
  const sourceOf = (id: string) => {
    const name = id.slice(id.indexOf(':') + 1, -'.ts'.length);
    if (name === 'locale') return localeModule(locale);
    if (name === 'wire') return webWireModule(readWireMessages(locale), locale);
    if (id.startsWith(whole)) return webModule(messagesOf(name), locale);
    const [catalogue = '', key = ''] = name.split('?');
    return webModule({ [key]: messagesOf(catalogue)[key] ?? '' }, locale);
  };
  return [
    {
      name: 'roost:words',
      enforce: 'pre',
      buildStart: writeWords,
      resolveId: {
        filter: { id: /^#words\/|^\0message:/ },
        handler: (id) => (id.startsWith(prefix) ? `${whole}${id.slice(prefix.length)}.ts` : id),
      },
      load: {
        filter: { id: /^\0(?:words|message):/ },
        // The development server does not strip the types of virtual modules.
        handler: async (id) => (await transformWithOxc(sourceOf(id), 'words.ts')).code,
      },
      transformIndexHtml: {
        order: 'pre',
        handler: (html) =>
          html
            .replace('<html lang="en"', `<html lang="${locale}" dir="${directionOf(locale)}"`)
            .replaceAll(/\{\{(\w+)\}\}/g, (_, key: string) => messagesOf('shell')[key] ?? ''),
      },
      handleHotUpdate({ file, server }) {
        if (!/\/words\/[\w-]+\.json$/.test(file)) return;
        read.clear();
        writeWords();
        server.moduleGraph.invalidateAll();
        server.hot.send({ type: 'full-reload' });
      },
    },
    {
      name: 'roost:inline-words',
      apply: 'build',
      enforce: 'pre',
      transform(code, id) {
        if (!id.startsWith(path.join(root, 'web/src/')) || !code.includes(`'${prefix}`))
          return null;
        return { code: inlined(code, id, messagesOf, locale), map: null };
      },
    },
  ];
}

/** Replaces each `words.key` by its text, or by an import of its function. */
export function inlined(
  code: string,
  file: string,
  messagesOf: (name: string) => Record<string, string>,
  locale: string,
): string {
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  const imports = new Set<string>();
  const replacement = ({ catalogue, key, start, end, call }: Use, all: Use[]) => {
    const message = messagesOf(catalogue)[key];
    if (message === undefined) throw new Error(`${file}: ${prefix}${catalogue} has no "${key}".`);
    const { text, parts } = compileMessage(message, locale);
    if (text !== undefined) return { start, end, text: JSON.stringify(text) };
    const template = parts && call && templateOf(parts, call, all, code);
    if (template) return { start: call.start, end: call.end, text: template };
    const local = `$${catalogue.replaceAll(/\W/g, '_')}_${key}`;
    imports.add(`import { ${key} as ${local} } from '${single}${catalogue}?${key}.ts';`);
    return { start, end, text: local };
  };
  const namespaces = findNamespaces(parseAst(code, { lang }), file);
  const all = namespaces.flatMap(({ uses }) => uses);
  const edits = [
    ...namespaces.map(({ statement }) => ({ ...statement, text: '' })),
    ...all.map((use) => replacement(use, all)),
  ];
  let result = code;
  for (const { start, end, text } of edits.toSorted((one, other) => other.start - one.start))
    result = result.slice(0, start) + text + result.slice(end);
  // On the first line, so that the other lines keep their numbers.
  return [...imports, result].join('');
}

/** Writes a message with plain values as a template. Undefined if a value stands twice or contains a message. */
function templateOf(
  parts: { text?: string; name?: string }[],
  { start, end, values }: NonNullable<Use['call']>,
  all: Use[],
  code: string,
): string | undefined {
  const names = parts.flatMap(({ name }) => name ?? []);
  const isSimple = new Set(names).size === names.length && names.every((name) => values.has(name));
  const isNested = all.filter((use) => use.start >= start && use.end <= end).length > 1;
  if (!isSimple || isNested || values.size !== names.length) return undefined;
  const inner = parts.map(({ text = '', name }) => {
    const value = name === undefined ? undefined : values.get(name);
    return value
      ? `\${${code.slice(value.start, value.end)}}`
      : text.replaceAll(/[`\\]|\$\{/g, '\\$&');
  });
  return `\`${inner.join('')}\``;
}
