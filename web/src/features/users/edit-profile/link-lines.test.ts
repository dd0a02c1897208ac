import { expect, test } from 'vitest';
import { linesOf, problemWithLinks } from './link-lines.ts';

const fine = 'https://bees.example/';

test('reads one address in each line, without empty lines and spaces', () => {
  expect(linesOf(`\n  ${fine} \n\n \nhttp://b.example\n`)).toEqual([fine, 'http://b.example']);
  expect(linesOf(' \n')).toEqual([]);
});

test.each([
  ['bees.example', 'Link 2, “bees.example”, does not begin with http:// or https://.'],
  [
    'javascript:alert(1)',
    'Link 2, “javascript:alert(1)”, does not begin with http:// or https://.',
  ],
  ['https://a@bees.example', 'Link 2, “https://a@bees.example”, is not a usable address.'],
])('names the wrong link %s and its part of the text', (wrong, message) => {
  const text = `${fine}\n\n ${wrong} \nalso wrong`;
  const problem = problemWithLinks(text)!;
  expect(problem.message).toBe(message);
  expect(text.slice(problem.start, problem.end)).toBe(wrong);
});

test('a long wrong address is cut in the message', () => {
  expect(problemWithLinks('x'.repeat(300))!.message).toContain(`“${'x'.repeat(29)}…”`);
});

test('five links are the most', () => {
  expect(problemWithLinks(`${fine}\n`.repeat(5))).toBeUndefined();
  const problem = problemWithLinks(`${fine}\n`.repeat(6))!;
  expect(problem.message).toBe('There are more than 5 links. Take some away.');
  expect(problem.start).toBe(5 * (fine.length + 1));
});
