import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { findCatalogues, readMessages, root, sourceLocale } from '../../tools/words/catalogues.ts';
import { findWords } from './find-words.ts';
import { findNamespaces } from './words-uses.ts';

/** Names of products, of errors and of keys. They are the same in every language. */
const names = [
  'Roost',
  'Files',
  'Edge',
  'Opera',
  'Samsung Internet',
  'Firefox',
  'Chrome',
  'Safari',
  'Android',
  'ChromeOS',
  'Windows',
  'Linux',
  'ApiError',
  'ChunkLoadError',
  'UnusableFileError',
  'NotFoundError',
];

const files = globSync('web/src/**/*.{ts,tsx}', { cwd: root })
  .map((file) => file.replaceAll('\\', '/'))
  .filter((file) => !file.includes('.test.'))
  .map((file) => ({ file, code: readFileSync(path.join(root, file), 'utf8') }));
const page = readFileSync(path.join(root, 'web/index.html'), 'utf8');
const catalogues = findCatalogues('web');

test('every word that a person reads is in a catalogue', () => {
  const outside = files.flatMap(({ file, code }) =>
    findWords(code, file)
      .filter(({ text }) => !names.includes(text))
      .map(({ kind, line, text }) => `${file}:${line} ${kind}: ${text}`),
  );
  expect(outside).toEqual([]);
  // It parses the whole app, which takes longer on a busy machine.
}, 30_000);

test.each([
  ['text', '<p>Sign in</p>', 'JSX text'],
  ['a text that depends on a value', '<p>{isOn ? "on" : "off"}</p>', 'JSX text'],
  ['a template as a text', '<p>{`${n} likes`}</p>', 'JSX text'],
  ['aria-label', '<p aria-label="close" />', 'attribute'],
  ['title', '<p title={`by ${name}`} />', 'attribute'],
  ['alt', '<img alt="a cat" />', 'attribute'],
  ['placeholder', '<input placeholder="name" />', 'attribute'],
  ['label', '<Button label={isOn ? "hide" : "show"} />', 'attribute'],
  ['the default of a label', '({ label = "close" }) => <p>{label}</p>', 'attribute'],
  ['a function that gives a text', '<List errorText={() => "failed"} />', 'attribute'],
  ['a property', 'const tabs = [{ label: "all" }]', 'attribute'],
  ['a sentence', 'toast.error("it did not work.")', 'string'],
  ['a name with a capital', 'const kinds = ["Video"]', 'string'],
  ['a template', 'const text = `${count} others`', 'string'],
  ['a unit of one letter', 'const text = `${minutes}m ${seconds}s`', 'string'],
])('words outside a catalogue are found: %s', (_, code, kind) => {
  expect(findWords(code, 'example.tsx').map((found) => found.kind)).toContain(kind);
});

test.each([
  '<p className="flex Big">{words.signIn}</p>',
  'import { Home } from "./Home.tsx"',
  'if (key === "Escape") close()',
  'const kind: "Monthly" = plan',
  'const styles = { end: "bg-danger hover:bg-page" }',
  'const stored = hasFields(value, { alt: "string" })',
  'const all = `${url} ${width}w`',
  'const style = `${base} flex items-center px-2`',
  'throw new Error("This key is not there.")',
  'throw new DOMException("This track is not there.", "NotFoundError")',
  'console.error("This was not sent.")',
])('code without words for people is not reported: %s', (code) => {
  expect(findWords(code, 'example.tsx')).toEqual([]);
});

const uses = files.flatMap(({ file, code }) =>
  code.includes("'#words/")
    ? findNamespaces(parseAst(code, { lang: file.endsWith('x') ? 'tsx' : 'ts' }), file).flatMap(
        ({ catalogue, uses }) => ({ file, catalogue, keys: uses.map(({ key }) => key) }),
      )
    : [],
);

test('every message is used', () => {
  const used = new Set(
    uses.flatMap(({ catalogue, keys }) => keys.map((key) => `${catalogue} ${key}`)),
  );
  const unused = catalogues.flatMap((catalogue) =>
    Object.keys(readMessages(catalogue, sourceLocale))
      .filter((key) => !page.includes(`{{${key}}}`))
      .map((key) => `${catalogue.name} ${key}`)
      .filter((each) => !used.has(each)),
  );
  expect(unused).toEqual([]);
});

test('a file takes its words from the catalogue of its own folder', () => {
  const foreign = uses.filter(({ file, catalogue }) => {
    const own = /^web\/src\/(?:features\/)?([\w-]+)\//.exec(file)?.[1] ?? 'shell';
    return own !== catalogue;
  });
  expect(foreign.map(({ file, catalogue }) => `${file}: ${catalogue}`)).toEqual([]);
});
