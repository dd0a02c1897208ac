import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { findCatalogues, readMessages, root, sourceLocale } from '../../tools/words/catalogues.ts';

/** The files that write mails and pages for people. */
const files = globSync(
  'server/src/{**/*-mail.ts,**/*-page.ts,**/*-pages.ts,pages/*.ts,platform/http/documents/document*.ts,billing/provider/format-money.ts}',
  { cwd: root },
).filter((file) => !/\.test\.|send-/.test(file));

/** The name of the product, and parts of protocols. */
const allowed =
  / \/ Roost|^Roost$|charset|^default-src|^[;{} ]+(?:script|style)-src|@font-face|^\s*const button/;

function calleeOf(call: object): string {
  const { callee } = call as { callee: { property?: { name?: string } } };
  return callee.property?.name ?? '';
}

/** The texts of a file's strings, without tags and values, that read as words. */
function wordsOf(code: string): string[] {
  const found: string[] = [];
  const visit = (node: unknown): void => {
    if (Array.isArray(node)) return node.forEach(visit);
    if (typeof node !== 'object' || node === null) return;
    const { type, value, quasis } = node as Record<string, unknown>;
    // Types, compared values, the log and errors at the start are for developers and operators.
    if (/^(?:Import|TS|BinaryExpression|NewExpression)/.test(String(type))) return;
    if (type === 'CallExpression' && /(?:warn|error|info|header)$/.test(calleeOf(node))) return;
    const text =
      type === 'TemplateLiteral'
        ? (quasis as { value: { cooked: string } }[]).map((each) => each.value.cooked).join('{}')
        : type === 'Literal' && typeof value === 'string'
          ? value
          : '';
    const read = text.replaceAll(/<[^>]*>/g, '|').replaceAll(/&\w+;/g, ' ');
    if (/(?:^|\|)\s*\p{Lu}\p{Ll}+|\p{L}{2,},? \p{L}{2,}/u.test(read) && !allowed.test(text))
      found.push(read);
    Object.values(node).forEach(visit);
  };
  visit(parseAst(code, { lang: 'ts' }));
  return found;
}

test('the words of mails and pages come from catalogues', () => {
  const outside = files.flatMap((file) =>
    wordsOf(readFileSync(join(root, file), 'utf8')).map((text) => `${file}: ${text}`),
  );
  expect(files.length).toBeGreaterThan(5);
  expect(outside).toEqual([]);
});

test.each([
  '`<h1>Nothing to pay</h1>`',
  '`<td>${a}</td><th>Plan</th>`',
  "'someone asked'",
  '`Hello ${name},`',
])('words in the code of a page are found: %s', (code) => {
  expect(wordsOf(code)).toHaveLength(1);
});

test('every message is used', () => {
  const unused = findCatalogues('server').flatMap((catalogue) => {
    const code = globSync(`${catalogue.folder}/../**/*.ts`, { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .join('\n');
    return Object.keys(readMessages(catalogue, sourceLocale))
      .filter((key) => !new RegExp(`\\bwords\\.${key}\\b|wordsIn\\(\\w+\\)\\.${key}\\b`).test(code))
      .map((key) => `${catalogue.name} ${key}`);
  });
  expect(unused).toEqual([]);
});
