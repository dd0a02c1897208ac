import { expect, test } from 'vitest';
import { canCall, canMessage } from './contact.ts';
import type { Relationship } from './user.queries.ts';

const nothing: Relationship = {
  id: 'person',
  follows: false,
  followed_by: false,
  blocks: false,
  blocked_by: false,
  wrote: false,
};
const followings = [
  { follows: false, followed_by: false },
  { follows: true, followed_by: false },
  { follows: false, followed_by: true },
  { follows: true, followed_by: true },
];
const flags = [false, true];

function rightsTo(preference: string, relationship: Partial<Relationship>, viewerId = 'viewer') {
  const person = {
    user: { id: 'person', message_preference: preference },
    relationship: { ...nothing, ...relationship },
  };
  const rights = [canMessage(viewerId, person), canCall(viewerId, person)];
  return { 'false,false': 'none', 'true,false': 'message', 'true,true': 'call' }[rights.join()];
}

// By preference: nobody follows | the viewer follows | the person follows | both follow.
test.each([
  ['everyone', 'message', 'message', 'call', 'call'],
  ['followers', 'none', 'message', 'none', 'call'],
  ['following', 'none', 'none', 'call', 'call'],
  ['mutualFollowers', 'none', 'none', 'none', 'call'],
  ['no one', 'none', 'none', 'none', 'none'],
])('%s accepts %s | %s | %s | %s', (preference, ...expected) => {
  const rights = (more: Partial<Relationship>) =>
    followings.map((following) => rightsTo(preference, { ...following, ...more }));
  expect(rights({})).toEqual(expected);
  expect(rights({ wrote: true }), 'answers').toEqual(['call', 'call', 'call', 'call']);
  for (const wrote of flags) {
    const refused = ['none', 'none', 'none', 'none'];
    expect(rights({ wrote, blocks: true }), 'blocks').toEqual(refused);
    expect(rights({ wrote, blocked_by: true }), 'blocked').toEqual(refused);
    expect(rights({ wrote, blocks: true, blocked_by: true }), 'both block').toEqual(refused);
    for (const following of followings)
      expect(rightsTo(preference, { ...following, wrote }, 'person'), 'oneself').toBe('none');
  }
});
