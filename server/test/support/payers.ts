import type { TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { waitUntilReady } from './premium.ts';

/** Creates people. Returns a function that gives each of them once. */
export async function payersOf(app: TestApp, count: number): Promise<() => Member> {
  const crowd = await crowdOf(app, count, 'payer');
  await waitUntilReady(app);
  return () => {
    const person = crowd.pop();
    if (!person) throw new Error('make the crowd larger');
    return person;
  };
}
