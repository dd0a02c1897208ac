import compileModule from '@messageformat/core/compile-module.js';
import MessageFormat from '@messageformat/core';
import { parse } from '@messageformat/parser';
import type { Messages } from './catalogues.ts';

type Token = ReturnType<typeof parse>[number] | { type: 'octothorpe' };

interface Import {
  name: string;
  from: string;
}

/** A message as code: a text, or a function of its values. */
export interface Compiled {
  imports: Import[];
  /** An expression. */
  source: string;
  /** The text of a message without values. */
  text?: string;
  /** The texts and names of values, in turns, if the message is only these. */
  parts?: { text?: string; name?: string }[];
  /** The function's type. */
  type?: string;
}

/** `<name/>` is the place of an element. A message that has one gives its parts instead of a text. */
const slot = /<(\w+)\/>/g;

/** Compiles a message of ICU MessageFormat for a locale. */
export function compileMessage(message: string, locale: string): Compiled {
  const slots = [...message.matchAll(slot)].map(([, name = '']) => name);
  const icu = message.replaceAll(slot, '{$1}');
  const values = new Map<string, string>();
  collectValues(parse(icu), values);
  for (const name of slots) values.set(name, 'Slot');
  if (values.size === 0) {
    const text = parse(icu)
      .map((token) => (token.type === 'content' ? token.value : ''))
      .join('');
    return { imports: [], source: JSON.stringify(text), text };
  }
  const returnType = slots.length > 0 ? 'values' : 'string';
  const code = compileModule(new MessageFormat(locale, { returnType }), { message: icu });
  const [, imports = '', source] =
    /^((?:import .*\n)*)\s*export default \{\n {2}message: ([^]*)\n\}\s*$/.exec(code) ?? [];
  if (!source) throw new Error(`This is not what the compiler makes usually: ${code}`);
  const parameter = [...values].map(([name, type]) => `${name}: ${type}`).join('; ');
  const type =
    slots.length > 0
      ? `<Slot>(values: { ${parameter} }) => unknown[]`
      : `(values: { ${parameter} }) => string`;
  return {
    imports: readImports(imports),
    // The library's functions have no types that fit.
    source: source.replace('(d) =>', '(d: any): any =>'),
    type,
    ...(slots.length === 0 ? partsOf(parse(icu)) : {}),
  };
}

function partsOf(tokens: Token[]): Pick<Compiled, 'parts'> {
  const parts = tokens.map((token) =>
    token.type === 'content'
      ? { text: token.value }
      : token.type === 'argument'
        ? { name: token.arg }
        : undefined,
  );
  return parts.every((part) => part !== undefined) ? { parts } : {};
}

/** The types of a message's values by their names. */
function collectValues(tokens: Token[], values: Map<string, string>): void {
  for (const token of tokens) {
    if (token.type === 'content' || token.type === 'octothorpe') continue;
    const isNumber =
      token.type.startsWith('plural') ||
      token.type === 'selectordinal' ||
      ('key' in token && token.key === 'number');
    const type = isNumber ? 'number' : token.type === 'select' ? 'string' : 'string | number';
    if (type !== 'string | number' || !values.has(token.arg)) values.set(token.arg, type);
    if ('cases' in token) for (const { tokens: inner } of token.cases) collectValues(inner, values);
  }
}

/** Makes a module with one constant for each message: a string, or a function of its values. */
export function webModule(messages: Messages, locale: string): string {
  const all = Object.entries(messages).map(([key, message]) => ({
    key,
    message,
    ...compileMessage(message, locale),
  }));
  // A key can be a reserved word, such as `delete`.
  return [
    ...importLines(all),
    ...all.map(
      ({ key, message, source, type }) =>
        `/** ${comment(message)} */\nconst $${key}${type ? `: ${type}` : ''} = ${source};`,
    ),
    `export {\n${all.map(({ key }) => `  $${key} as ${key},\n`).join('')}};`,
    '',
  ].join('\n');
}

/** Makes a module whose `wordsIn` returns the messages of a locale. */
export function serverModule(byLocale: Record<string, Messages>, source: string): string {
  const all = Object.entries(byLocale).map(([locale, messages]) => ({
    locale,
    messages: Object.entries(messages).map(([key, message]) => ({
      key,
      message,
      ...compileMessage(message, locale),
    })),
  }));
  const own = all.find(({ locale }) => locale === source)?.messages ?? [];
  return [
    ...importLines(all.flatMap(({ messages }) => messages)),
    'export interface Words {',
    ...own.map(
      ({ key, message, type = 'string' }) => `  /** ${comment(message)} */\n  ${key}: ${type};`,
    ),
    '}',
    `const all: Record<${all.map(({ locale }) => `'${locale}'`).join(' | ')}, Words> = {`,
    ...all.map(
      ({ locale, messages }) =>
        `  '${locale}': {\n${messages.map(({ key, source: code }) => `    ${key}: ${code},\n`).join('')}  },`,
    ),
    '};',
    'export const wordsIn = (locale: keyof typeof all): Words => all[locale];',
    '',
  ].join('\n');
}

/** Reads `import { plural, select } from "…"`. */
function readImports(code: string): Import[] {
  return [...code.matchAll(/import \{ (.*) \} from "(.*)"/g)].flatMap(([, list = '', from = '']) =>
    list.split(', ').map((name) => ({ name, from })),
  );
}

function importLines(all: Compiled[]): string[] {
  const lines = all.flatMap(({ imports }) =>
    imports.map(({ name, from }) => `import { ${name} } from '${from}';`),
  );
  return [...new Set(lines)];
}

function comment(message: string): string {
  return message.replaceAll('*/', '* /');
}

/** Makes the module `#words/locale`: the language of a build and its direction. */
export function localeModule(locale: string): string {
  return [
    `export const locale: string = '${locale}';`,
    `export const direction: 'ltr' | 'rtl' = '${directionOf(locale)}';`,
    '',
  ].join('\n');
}

/** The direction of a language's script. TypeScript does not know this method yet. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  const known = new Intl.Locale(locale) as Intl.Locale & {
    getTextInfo(): { direction: 'ltr' | 'rtl' };
  };
  return known.getTextInfo().direction;
}

/** Makes the module `#words/wire` of the web: the server's messages in the language of the build. English has no need of them. */
export function webWireModule(messages: Messages, locale: string): string {
  const { imports, source } = compileWire(messages, locale);
  return [...imports, wireTypes, `export const wire: WireWords = ${source};`, ''].join('\n');
}

/** Makes the module `#words/wire` of the server: the same in each language. */
export function serverWireModule(byLocale: Record<string, Messages>): string {
  const all = Object.entries(byLocale).map(([locale, messages]) => ({
    locale,
    ...compileWire(messages, locale),
  }));
  return [
    ...new Set(all.flatMap(({ imports }) => imports)),
    wireTypes,
    'export const wire: Record<string, WireWords> = {',
    ...all.map(({ locale, source }) => `'${locale}': ${source},`),
    '};',
    '',
  ].join('\n');
}

const wireTypes = "import type { WireWords } from '@roost/contract/text/wire-words';";

function compileWire(messages: Messages, locale: string): { imports: string[]; source: string } {
  const all = Object.entries(messages).map(([english, message]) => ({
    english,
    ...compileMessage(message, locale),
  }));
  const texts = all.filter(({ text }) => text !== undefined);
  const patterns = all.filter(({ text }) => text === undefined);
  return {
    imports: importLines(all),
    source: `{\n  texts: {\n${texts
      .map(({ english, source }) => `    ${JSON.stringify(english)}: ${source},\n`)
      .join('')}  },\n  patterns: [\n${patterns
      .map(({ english, source }) => `    [${patternOf(english)}, ${source}],\n`)
      .join('')}  ],\n}`,
  };
}

/** The regular expression that reads the values of an English message. */
function patternOf(english: string): string {
  const source = english
    .split(/(\{\w+\})/)
    .map((part) => part.replace(/[.*+?^$()[\]|\\/]/g, '\\$&').replace(/^\{(\w+)\}$/, '(?<$1>.+)'))
    .join('');
  return `/^${source}$/`;
}
