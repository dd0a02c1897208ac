import { stripTypeScriptTypes } from 'node:module';
import { expect, test } from 'vitest';
import { compileMessage, directionOf, serverModule, webModule } from '../../tools/words/compile.ts';
import { inlined } from './words.ts';

const messages = {
  signIn: 'Sign in',
  likes: '{count, plural, one {# like} other {# likes}}',
  agree: 'You accept the <terms/>.',
};
const build = (code: string, own: Record<string, string> = messages, locale = 'en') =>
  inlined(`import * as words from '#words/auth';\n${code}`, 'form.tsx', () => own, locale);

test('a text stands in the code that uses it', () => {
  expect(build('<p title={words.signIn}>{words.signIn}</p>')).toBe(
    '\n<p title={"Sign in"}>{"Sign in"}</p>',
  );
});

test('a function comes from a module of its own', () => {
  expect(build('words.likes({ count: 2 })')).toBe(
    "import { likes as $auth_likes } from '\0message:auth?likes.ts';\n$auth_likes({ count: 2 })",
  );
});

test.each([
  ['words.hello({ name })', '`Hello ${name}!`'],
  ['words.hello({ name: a ? b : `c` })', '`Hello ${a ? b : `c`}!`'],
])('a message with plain values becomes a template: %s', (code, template) => {
  expect(build(code, { hello: 'Hello {name}!' })).toBe(`\n${template}`);
});

test('a message within a value of another keeps its place', () => {
  expect(
    build('words.hello({ name: words.you })', { hello: 'Hello {name}!', you: 'you' }),
  ).toContain('\n$auth_hello({ name: "you" })');
});

test('a build in another language contains that language', () => {
  expect(build('words.signIn', { ...messages, signIn: 'Anmelden' }, 'de')).toBe('\n"Anmelden"');
});

test.each(['words[key]', 'show(words)', 'const { signIn } = words', 'words.unknown'])(
  'a build refuses a use that it cannot follow: %s',
  (code) => {
    expect(() => build(code)).toThrow(/words/);
  },
);

test('plurals and numbers follow the language', async () => {
  const likes = async (count: number, locale: string, message = messages.likes) => {
    const code = stripTypeScriptTypes(webModule({ likes: message }, locale));
    const url = import.meta.resolve('@messageformat/runtime');
    const module = code
      .replaceAll('@messageformat/runtime/lib/cardinals', url.replace('runtime.js', 'cardinals.js'))
      .replaceAll("'@messageformat/runtime'", `'${url}'`);
    return (
      (await import(`data:text/javascript,${encodeURIComponent(module)}`)) as {
        likes: (values: { count: number }) => string;
      }
    ).likes({ count });
  };
  expect(await likes(1, 'en')).toBe('1 like');
  expect(await likes(1234, 'en')).toBe('1,234 likes');
  expect(await likes(1234, 'de', '{count, plural, one {# Mal} other {# Mal}}')).toBe('1.234 Mal');
  expect(
    await likes(
      3,
      'pl',
      '{count, plural, one {# głos} few {# głosy} many {# głosów} other {# głosu}}',
    ),
  ).toBe('3 głosy');
});

test('the types of a message follow from its values', () => {
  expect(
    compileMessage('By {name}: {count, plural, one {# file} other {# files}}', 'en').type,
  ).toBe('(values: { name: string | number; count: number }) => string');
  expect(compileMessage(messages.agree, 'en').type).toBe(
    '<Slot>(values: { terms: Slot }) => unknown[]',
  );
});

test('a mistake in a message is reported', () => {
  expect(() => compileMessage('{count, plural, one {# like}', 'en')).toThrow();
});

test('the server gets every language', () => {
  const code = serverModule({ en: { hello: 'Hello' }, de: { hello: 'Hallo' } }, 'en');
  expect(code).toContain("Record<'en' | 'de', Words>");
  expect(code).toContain('hello: "Hallo"');
});

test('the direction follows from the language', () => {
  expect([directionOf('en'), directionOf('ar'), directionOf('he')]).toEqual(['ltr', 'rtl', 'rtl']);
});
