import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { errors } from '@roost/contract/errors';
import { parseAst } from 'vite';
import { root } from '../../tools/words/catalogues.ts';
import { walk, type Node } from './words-uses.ts';

/** The checks of a schema whose argument is a message. */
const checks = new Set(['min', 'max', 'length', 'refine', 'regex', 'email', 'addIssue', 'url']);
/** Only programs see these: the web app sends no such request. */
const forPrograms =
  /cursor|Idempotency-Key|no such event|event is not valid|valid JSON|base64url|clientId|speak for yourself|too long to arrive|not in this room/;

/** Every message that the server can answer a person with. `{}` stands for each value. */
export function findWireMessages(): string[] {
  const found = new Set<string>(Object.values(errors).map(([, message]) => message));
  for (const file of globSync('{contract,server}/src/**/*.ts', { cwd: root })) {
    if (file.includes('.test.')) continue;
    const code = readFileSync(path.join(root, file), 'utf8');
    const isServer = file.startsWith('server');
    if (isServer && !code.includes('AppError')) continue;
    walk(parseAst(code, { lang: 'ts' }), (node) => {
      for (const text of isServer ? ofServer(node) : ofSchema(node)) found.add(text);
      return true;
    });
  }
  return [...found].filter((text) => !forPrograms.test(text)).toSorted();
}

/** `new AppError(code, { message })`, `const message = …`, and an argument of a function that throws it. */
function ofServer(node: Node): string[] {
  if (node.type === 'NewExpression' && nameOf(node['callee']) === 'AppError')
    return (node['arguments'] as Node[]).flatMap((argument) => propertyTexts(argument, 'message'));
  if (node.type === 'VariableDeclarator' && nameOf(node['id']) === 'message')
    return textsOf(node['init']).filter((text) => /^\S+ .*\.$/.test(text));
  if (node.type === 'CallExpression' && nameOf(node['callee']) === 'assertOther')
    return (node['arguments'] as Node[]).flatMap(textsOf);
  return [];
}

function ofSchema(node: Node): string[] {
  const callee = node.type === 'CallExpression' ? (node['callee'] as Node) : undefined;
  if (!callee) return [];
  const list = node['arguments'] as Node[];
  const texts = list.flatMap((argument) => propertyTexts(argument, 'error'));
  if (checks.has(nameOf(callee['property']))) texts.push(...list.flatMap(textsOf));
  return texts.filter((text) => /^[A-Z].*\.$/.test(text));
}

function propertyTexts(node: Node, name: string): string[] {
  if (node.type !== 'ObjectExpression') return [];
  return (node['properties'] as Node[])
    .filter(({ key }) => nameOf(key) === name)
    .flatMap(({ value }) => textsOf(value));
}

/** The strings and templates that an expression can give. */
function textsOf(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const node = value as Node;
  if (node.type === 'ConditionalExpression')
    return [node['consequent'], node['alternate']].flatMap(textsOf);
  if (node.type === 'Literal') return typeof node['value'] === 'string' ? [node['value']] : [];
  if (node.type !== 'TemplateLiteral') return [];
  const quasis = node['quasis'] as { value: { cooked: string } }[];
  return [quasis.map((each) => each.value.cooked).join('{}')];
}

function nameOf(node: unknown): string {
  return (node as { name?: string } | undefined)?.name ?? '';
}
