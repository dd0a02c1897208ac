import type { TestApp } from './app.ts';
import { crowdOf, type Member } from './cast.ts';
import { settled } from './premium.ts';

/** Has so many join; gives one after the other, each nobody else has had. */
export async function payersOf(app: TestApp, count: number): Promise<() => Member> {
  const crowd = await crowdOf(app, count, 'payer');
  await settled(app);
  return () => {
    const person = crowd.pop();
    if (!person) throw new Error('make the crowd larger');
    return person;
  };
}
