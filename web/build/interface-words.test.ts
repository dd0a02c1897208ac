import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { findCatalogues, readMessages, sourceLocale } from '../../tools/words/catalogues.ts';

/** These texts are fixed, with case and punctuation (docs/product/). Other texts may change. */
const FIXED = [
  'Blocked List',
  'Cancel Subscription',
  'Comment added successfully!',
  'Cover Image',
  'Delete Post',
  'Edit Post',
  'Full Name',
  'Hide Replies',
  'Message preference updated successfully!',
  'New Message',
  'No comments yet. Be the first to reply!',
  'No conversations yet. Start a new message!',
  'Password reset successful! You can now log in.',
  'Post created successfully!',
  'Premium Unlocked!',
  'Profile Picture',
  'Profile Summary',
  'Profile updated successfully!',
  'Registration successful! You can now log in.',
  "This user doesn't accept messages from you.",
  'Update Profile',
  'Use Photo',
  // With a number in the middle: 'View n Replies'.
  "You've reached the end of the feed.",
];

/** Names keep their capital wherever they stand. */
const NAMES =
  /\b(?:Roost|Premium|Free|Basic|Monthly|Annual|Mac|Add to Home Screen|Samsung Internet|JavaScript|WebP|WebM|Idempotency-Key|Page Down|Page Up)\b/g;

const root = path.join(import.meta.dirname, '../..');
const files = [
  ...globSync('web/src/**/*.{ts,tsx}', { cwd: root }),
  'contract/src/errors.ts',
].filter((file) => !file.includes('.test.'));

interface Node {
  type: string;
  [key: string]: unknown;
}

/** Every string with a space or an initial capital. The interface may show such a string or read it aloud. */
function textsOf(file: string): string[] {
  const lang = file.endsWith('x') ? 'tsx' : 'ts';
  const texts: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return undefined;
    const { type, name, value, quasis } = node as Node;
    if (type === 'JSXAttribute' && (name as Node)['name'] === 'className') return undefined;
    if (type === 'JSXText' || (type === 'Literal' && typeof value === 'string'))
      texts.push(value as string);
    if (type === 'TemplateLiteral')
      texts.push(
        (quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join('{}'),
      );
    return Object.values(node).forEach(visit);
  };
  visit(parseAst(readFileSync(path.join(root, file), 'utf8'), { lang }));
  return texts.map((text) => text.replaceAll(/\s+/g, ' ').trim());
}

const inCatalogues = findCatalogues('web').flatMap((catalogue) =>
  Object.values(readMessages(catalogue, sourceLocale)).map((text) => ({
    file: catalogue.folder,
    text,
  })),
);
const texts = [
  ...files.flatMap((file) => textsOf(file).map((text) => ({ file, text }))),
  ...inCatalogues,
];

/** The texts of the interface that break a rule. */
function breaking(rule: RegExp): string[] {
  return texts
    .filter(({ text }) => !FIXED.includes(text) && rule.test(text.replaceAll(NAMES, 'name')))
    .map(({ file, text }) => `${file}: ${text}`);
}

test('only fixed texts have a capital within a sentence', () => {
  expect(breaking(/[a-z,] [A-Z][a-z]/)).toEqual([]);
});

const answers = ['contract/src/errors.ts', 'server/src/**/*.routes.ts'];

/** What members and operators read besides the interface: emails, pages, answers and commands. */
const beside = [
  ...findCatalogues('server').flatMap((catalogue) =>
    Object.values(readMessages(catalogue, sourceLocale)),
  ),
  ...globSync([...answers, path.join('tools', 'admin', '**', '*.ts')], { cwd: root })
    .filter((file) => !file.includes('.test.'))
    .flatMap(textsOf)
    .filter((text) => text.includes(' ')),
  ...globSync('server/src/site/policies/en/*.md', { cwd: root }).map((file) =>
    readFileSync(path.join(root, file), 'utf8'),
  ),
];

test('people read one word for an email', () => {
  const read = [...inCatalogues.map(({ text }) => text), ...beside];
  expect(read.length).toBeGreaterThan(1_000);
  expect(read.filter((text) => /\be-mail|\bmail/i.test(text))).toEqual([]);
});

test('our own texts have no exclamation marks', () => {
  expect(breaking(/^[A-Z].*[a-z]!/)).toEqual([]);
});

test('apostrophes are typographic', () => {
  expect(breaking(/[A-Za-z]'[a-z]/)).toEqual([]);
});

test('the list of fixed texts has only texts that the interface shows', () => {
  const shown = new Set(texts.map(({ text }) => text));
  expect(FIXED.filter((words) => !shown.has(words))).toEqual([]);
});
