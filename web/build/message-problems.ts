import { parse } from '@messageformat/parser';

type Token = ReturnType<typeof parse>[number];
type Choice = Extract<Token, { cases: unknown }>;

/** The largest number for which a plural needs a form of its own. Spanish has another one for millions. */
const LARGEST = 10_000;

/** Lists the problems of a translated message, compared with the source message. */
export function problemsOf(message: string, source: string, locale: string): string[] {
  if (message.trim() === '') return ['is empty'];
  const [own, known] = [tokensOf(message), tokensOf(source)];
  const [ownNames, names] = [namesOf(own), namesOf(known)];
  return [
    ...[...names].filter((name) => !ownNames.has(name)).map((name) => `lacks {${name}}`),
    ...[...ownNames].filter((name) => !names.has(name)).map((name) => `has an unknown {${name}}`),
    ...choicesOf(own).flatMap((choice) => problemsOfChoice(choice, choicesOf(known), locale)),
    ...numbersOf(known)
      .filter((name) => ownNames.has(name) && !numbersOf(own).includes(name))
      .map((name) => `does not format the number {${name}}`),
  ];
}

function tokensOf(message: string): Token[] {
  const tokens = parse(message.replaceAll(/<(\w+)\/>/g, '{$1}'));
  return tokens.flatMap(withInner);
}

function withInner(token: Token): Token[] {
  if (!('cases' in token)) return [token];
  return [token, ...token.cases.flatMap((each) => (each.tokens as Token[]).flatMap(withInner))];
}

const namesOf = (tokens: Token[]): Set<string> =>
  new Set(tokens.flatMap((token) => ('arg' in token ? [token.arg] : [])));

const choicesOf = (tokens: Token[]): Choice[] =>
  tokens.filter((token): token is Choice => 'cases' in token);

/** The names of values that the message shows as a number. */
function numbersOf(tokens: Token[]): string[] {
  return tokens.flatMap((token) =>
    token.type === 'plural' || (token.type === 'function' && token.key === 'number')
      ? [token.arg]
      : [],
  );
}

function problemsOfChoice(choice: Choice, known: Choice[], locale: string): string[] {
  const name = `{${choice.arg}}`;
  const keys = choice.cases.map(({ key }) => key);
  if (choice.type === 'select') {
    const source = known.find(({ arg, type }) => type === 'select' && arg === choice.arg);
    const expected = source?.cases.map(({ key }) => key).toSorted() ?? [];
    return keys.toSorted().join() === expected.join() ? [] : [`has other choices of ${name}`];
  }
  const { used, all } = formsOf(locale, choice);
  // A text that is the same for all numbers has one form only.
  const isSame = keys.every((key) => key === 'other' || !used.includes(key));
  return [
    ...used
      .filter((form) => !isSame && !keys.includes(form))
      .map((form) => `lacks the plural ${form} of ${name}`),
    ...keys
      .filter((key) => !/^=?\d+$/.test(key) && !all.includes(key))
      .map((key) => `has an unknown plural ${key} of ${name}`),
    ...unnumbered(choice, known).map((key) => `shows no number in ${key} of ${name}`),
    ...withoutValues(choice, known).map((problem) => `${problem} of ${name}`),
  ];
}

/** Forms without a value that every form of the source has. The value can be what people see beside the message. */
function withoutValues(choice: Choice, known: Choice[]): string[] {
  const source = known.find(({ arg, type }) => type === choice.type && arg === choice.arg);
  const [first, ...others] = (source?.cases ?? []).map(({ tokens }) => namesOf(tokens as Token[]));
  const always = [...(first ?? [])].filter(
    (name) => name !== choice.arg && others.every((names) => names.has(name)),
  );
  return choice.cases.flatMap(({ key, tokens }) =>
    always
      .filter((name) => !namesOf((tokens as Token[]).flatMap(withInner)).has(name))
      .map((name) => `lacks {${name}} in ${key}`),
  );
}

/** The forms for several numbers that lack the number which the source shows. A form for one number, such as Arabic's two, may say it in words. */
function unnumbered(choice: Choice, known: Choice[]): string[] {
  const source = known.find(({ arg, type }) => type === choice.type && arg === choice.arg);
  const isShown = source?.cases.some(
    ({ key, tokens }) => key === 'other' && hasNumber(tokens, choice.arg),
  );
  if (!isShown) return [];
  return choice.cases
    .filter(
      ({ key, tokens }) => ['few', 'many', 'other'].includes(key) && !hasNumber(tokens, choice.arg),
    )
    .map(({ key }) => key);
}

function hasNumber(tokens: Choice['cases'][number]['tokens'], name: string): boolean {
  return tokens.some(
    (token) => token.type === 'octothorpe' || ('arg' in token && token.arg === name),
  );
}

/** The forms that the language needs beside the numbers which have a text of their own, such as `=1`. */
function formsOf(locale: string, { type, cases }: Choice): { used: string[]; all: string[] } {
  const rules = new Intl.PluralRules(locale, {
    type: type === 'selectordinal' ? 'ordinal' : 'cardinal',
  });
  const exact = new Set(cases.map(({ key }) => key));
  const used = new Set<string>(['other']);
  for (let number = 0; number <= LARGEST; number += 1)
    if (!exact.has(`=${number}`)) used.add(rules.select(number));
  return { used: [...used], all: rules.resolvedOptions().pluralCategories };
}
