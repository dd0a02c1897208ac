// Long because the kinds of values refer to each other.
import fc from 'fast-check';
import type { AnyEndpoint } from '@roost/contract/endpoint';
import { z } from 'zod';
import { PASSWORD } from './cast.ts';
import { codeOf } from './factors.ts';
import type { Known } from './fuzz-known.ts';

/** The parts of a JSON schema that the contract uses. */
export interface Schema {
  type?: string;
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  prefixItems?: Schema[];
  anyOf?: Schema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
}

export const schemaOf = (schema: z.ZodType | undefined): Schema =>
  schema ? (z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as Schema) : {};

const HOSTILE_TEXTS = [
  '',
  ' ',
  '\0',
  'null',
  '%',
  '%00',
  '../../',
  '-1',
  '1e400',
  '__proto__',
  'constructor',
  "'",
  '$1',
  '{}',
  '[]',
  'public',
  'followers',
  '\u202e\u200b\u2800',
  '\ud83d',
  '1970-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999Z',
  '<script>alert(1)</script>',
  "' or 1=1 --",
  '#tag @alice https://example.org/a?b=c#d',
  '01890a5d-ac96-774b-bcce-b302099a8057_01890a5d-ac96-774b-bcce-b302099a8057',
];

/** Pieces that parsers of text give a meaning to. Their repetitions fill the longest texts. */
const PIECES = [
  'a',
  ' ',
  '@alice ',
  '#tag ',
  'http://a/',
  '\u0301',
  '👩‍👩‍👧‍👦',
  '東',
  '"',
  '\n',
  '(',
  '[',
  '&',
];

const anyText = fc.oneof(
  { weight: 4, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'binary', maxLength: 30 }) },
  { weight: 6, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 1, arbitrary: longText(60_000) },
);

function longText(maxLength: number): fc.Arbitrary<string> {
  return fc
    .tuple(fc.array(fc.constantFrom(...PIECES), { minLength: 1, maxLength: 3 }), fc.nat(maxLength))
    .map(([pieces, length]) => {
      const unit = pieces.join('');
      return unit.repeat(Math.ceil(length / unit.length)).slice(0, length);
    });
}

const anyJson = fc.jsonValue({ maxDepth: 2 });
const anyValue: fc.Arbitrary<unknown> = fc.oneof<fc.MaybeWeightedArbitrary<unknown>[]>(
  { weight: 4, arbitrary: anyText },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(null, true, 0, -1, 1e21, 0.5, [], {}, '', [[]]),
  },
  { weight: 1, arbitrary: anyJson },
);

/** Names that nobody has yet. */
const fresh: Record<string, (n: number) => string> = {
  username: (n) => `fuzz${n % 1_000_000}`,
  email: (n) => `fuzz${n}@example.org`,
};

/** Stands for the id of the person who sends the input. */
export const SELF = 'the sender';

/** The most characters of a full list. The client would need a second for the largest lists of the longest texts. */
const MAX_LIST_LENGTH = 1_500_000;

/** How many of 16 values do not follow the schema. */
export type Hostility = 0 | 4 | 12;

/** Generates inputs from schemas. Valid ones name what earlier answers contained. */
export class Inputs {
  readonly #known: Known;
  readonly #target: string;

  /** `target` names the endpoint or event. */
  constructor(known: Known, target: string) {
    this.#known = known;
    this.#target = target;
  }

  /** Generates a value of this schema. `name` is the key of the value. */
  value(schema: Schema, hostility: Hostility, name = ''): fc.Arbitrary<unknown> {
    const valid = this.#valid(schema, hostility, name);
    if (hostility === 0) return valid;
    return fc.oneof(
      { weight: 16 - hostility, arbitrary: valid },
      { weight: hostility, arbitrary: anyValue },
    );
  }

  /** Generates the fields of a body or a query. Few are no object at all. */
  fields(schema: z.ZodType | undefined, hostility: Hostility): fc.Arbitrary<unknown> {
    const fields = this.#object(schemaOf(schema), hostility);
    if (hostility === 0) return fields;
    return fc.oneof({ weight: 20, arbitrary: fields }, { weight: 1, arbitrary: anyValue });
  }

  /** Lets the body belong to the params. */
  joined(request: FuzzedRequest): FuzzedRequest {
    const { fields, params } = request;
    return fields ? { ...request, fields: this.#known.joined(fields, params) } : request;
  }

  #valid(schema: Schema, hostility: Hostility, name: string): fc.Arbitrary<unknown> {
    if (schema.anyOf)
      return fc.oneof(...schema.anyOf.map((each) => this.value(each, hostility, name)));
    if ('const' in schema) return fc.constant(schema.const);
    if (schema.enum) return fc.constantFrom(...schema.enum);
    switch (schema.type) {
      case 'object':
        return this.#object(schema, hostility);
      case 'array':
        return this.#array(schema, hostility, name);
      case 'string':
        return this.#text(schema, name);
      case 'integer':
      case 'number':
        return numberOf(schema);
      case 'boolean':
        return fc.boolean();
      case 'null':
        return fc.constant(null);
      case undefined:
      default:
        return anyJson;
    }
  }

  #object({ properties = {}, required = [] }: Schema, hostility: Hostility): fc.Arbitrary<unknown> {
    const values = Object.fromEntries(
      Object.entries(properties).map(([name, schema]) => [
        name,
        this.value(schema, hostility, name),
      ]),
    );
    const extra = { _id: anyValue, role: fc.constant('admin'), ['__proto__']: anyValue };
    if (hostility)
      return fc.record({ ...values, ...extra }, { noNullPrototype: true, requiredKeys: [] });
    const least = Object.fromEntries(required.map((name) => [name, values[name] ?? anyJson]));
    const options = { noNullPrototype: true, requiredKeys: required };
    const record = fc.oneof(
      { weight: 1, arbitrary: fc.record(least) },
      { weight: 4, arbitrary: fc.record(values, options) },
    );
    return fc
      .tuple(record, fc.nat(3))
      .map(([fields, n]) => (n > 0 ? this.#known.joined(fields) : fields));
  }

  #array(schema: Schema, hostility: Hostility, name: string): fc.Arbitrary<unknown> {
    if (schema.prefixItems)
      return fc.tuple(...schema.prefixItems.map((each) => this.value(each, hostility, name)));
    const { items = {}, minItems = 0, maxItems = 100 } = schema;
    const few = fc.array(this.value(items, hostility, name), {
      minLength: minItems,
      maxLength: Math.min(3, maxItems),
      size: 'small',
    });
    const full = this.value(items, hostility, name).map((value) => {
      const most = Math.floor(MAX_LIST_LENGTH / (JSON.stringify(value) ?? '').length);
      return Array.from({ length: Math.min(most, maxItems + (hostility ? 1 : 0)) }, () => value);
    });
    return fc.oneof(
      { weight: 20, arbitrary: minItems > 0 ? few : fc.constant([]) },
      { weight: 20, arbitrary: few },
      { weight: 1, arbitrary: full },
    );
  }

  /** A code of an authenticator app that the sender has set up, or a recovery code. */
  #code(n: number): string {
    const secret = this.#known.text('secret', Math.floor(n / 3));
    return n % 3 > 0 && /^[A-Z2-7]{16,}$/.test(secret)
      ? codeOf(secret)
      : this.#known.text('recoveryCodes', n);
  }

  #text(schema: Schema, name: string): fc.Arbitrary<string> {
    const { format, pattern, minLength = 0, maxLength = 1_000 } = schema;
    const known = fc.nat().map((n) => this.#known.text(name, n, this.#target));
    if (format === 'uuid') {
      const isOwn = this.#target.startsWith('event') && ['', 'userId', 'senderId'].includes(name);
      const id = fc
        .nat()
        .map((n) => (isOwn && n % 4 > 0 ? SELF : this.#known.id(name, n, this.#target)));
      return fc.oneof({ weight: 20, arbitrary: id }, { weight: 1, arbitrary: fc.uuid() });
    }
    if (format === 'date-time')
      return fc
        .date({ min: new Date('1999'), max: new Date('2199'), noInvalidDate: true })
        .map((date) => date.toISOString());
    if (/\/(register|email)$/.test(this.#target) && fresh[name]) return fc.nat().map(fresh[name]);
    if (name === 'code')
      return fc.oneof(
        { weight: 1, arbitrary: known },
        { weight: 3, arbitrary: fc.nat().map((n) => this.#code(n)) },
      );
    if (/password/i.test(name))
      return fc.constantFrom(PASSWORD, PASSWORD, PASSWORD, `${PASSWORD}!`);
    if (pattern)
      return fc.oneof(
        { weight: 3, arbitrary: known },
        { weight: 1, arbitrary: fc.stringMatching(new RegExp(pattern)) },
      );
    const short = fc.string({
      unit: 'grapheme',
      minLength,
      maxLength: Math.max(minLength, Math.min(20, maxLength)),
    });
    return fc.oneof(
      // Texts as short as a flag or a name have few values with a meaning.
      { weight: maxLength <= 20 ? 36 : 12, arbitrary: known },
      { weight: 12, arbitrary: short },
      { weight: 1, arbitrary: longText(maxLength) },
    );
  }
}

function numberOf({ minimum = -10, maximum = 2_147_483_647 }: Schema): fc.Arbitrary<number> {
  const near = Math.min(maximum, minimum + 20);
  return fc.oneof(
    { weight: 6, arbitrary: fc.integer({ min: minimum, max: near }) },
    { weight: 1, arbitrary: fc.integer({ min: minimum, max: maximum }) },
    { weight: 1, arbitrary: fc.constantFrom(minimum, maximum) },
  );
}

/** A file of a form: its field, name and kind. */
export interface FuzzedFile {
  field: string;
  name: string;
  kind: (typeof FILE_KINDS)[number];
}

export const FILE_KINDS = ['picture', 'cut', 'noise', 'empty', 'html', 'svg', 'zip'] as const;

/** Bytes that are not what their name or type promises. */
export type Damage = 'none' | 'cut' | 'deep' | 'type' | 'gzip' | 'empty' | 'keys';

export interface FuzzedRequest {
  params: Record<string, unknown>;
  query: [string, string][];
  fields: Record<string, unknown> | null;
  files: FuzzedFile[];
  damage: Damage;
  key: string | null;
  /** Decides what a part gets that no schema describes. */
  choice: number;
}

const damage = fc.oneof(
  { weight: 20, arbitrary: fc.constant<Damage>('none') },
  {
    weight: 1,
    arbitrary: fc.constantFrom<Damage>('cut', 'deep', 'type', 'gzip', 'empty', 'keys'),
  },
);

/** Generates the requests of an endpoint. */
export function requestsOf(
  inputs: Inputs,
  endpoint: Pick<AnyEndpoint, 'params' | 'query' | 'body' | 'files'>,
  hostility: Hostility,
): fc.Arbitrary<FuzzedRequest> {
  const fields = Object.keys(endpoint.files ?? {});
  const file = fc.record({
    field: fc.constantFrom(...(hostility || fields.length === 0 ? [...fields, 'other'] : fields)),
    name: hostility ? anyText : fc.constantFrom('a.png', 'b.jpg', 'c.webp'),
    kind: hostility ? fc.constantFrom(...FILE_KINDS) : fc.constant<FuzzedFile['kind']>('picture'),
  });
  const files =
    fields.length === 0
      ? fc.constant<FuzzedFile[]>([])
      : fc.oneof(
          { weight: 7, arbitrary: fc.constant<FuzzedFile[]>([]) },
          {
            weight: 1,
            arbitrary: hostility ? fc.array(file, { maxLength: 3 }) : file.map((each) => [each]),
          },
        );
  const query = schemaOf(endpoint.query);
  const named = inputs.fields(endpoint.query, hostility).map(pairsOf);
  const repeated = fc.tuple(
    fc.constantFrom(...Object.keys(query.properties ?? {}), 'page', 'limit', 'cursor', '__proto__'),
    anyText,
  );
  const requests = fc.record({
    params: inputs.fields(endpoint.params, 0) as fc.Arbitrary<Record<string, unknown>>,
    query: hostility
      ? fc.tuple(named, fc.array(repeated, { maxLength: 3 })).map((lists) => lists.flat())
      : named,
    fields: endpoint.body
      ? (inputs.fields(endpoint.body, hostility) as fc.Arbitrary<Record<string, unknown>>)
      : fc.constant(null),
    files,
    damage: hostility ? damage : fc.constant<Damage>('none'),
    key: fc.option(fc.stringMatching(/^[!-~]{1,20}$/), { freq: 2 }),
    choice: fc.nat(),
  });
  return hostility ? requests : requests.map((request) => inputs.joined(request));
}

/** Params that do not follow the schema. */
export function hostileParams(endpoint: Pick<AnyEndpoint, 'params'>) {
  const names = Object.keys(schemaOf(endpoint.params).properties ?? {});
  return fc.record(Object.fromEntries(names.map((name) => [name, anyText])));
}

function pairsOf(value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).map(([name, each]) => [
    name,
    typeof each === 'string' ? each : (JSON.stringify(each) ?? ''),
  ]);
}
