import { expect, test } from 'vitest';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';
import { startAppForFile } from '../../../test/support/app.ts';
import { castOf, type Member } from '../../../test/support/cast.ts';
import { NOBODY } from '../../../test/support/requests.ts';
import { refusalOf } from '../../../test/support/test-client.ts';

const app = await startAppForFile();
const { alice, bob, carol } = await castOf(app);

const note = async (author: Member, about: { id: string }, text: string) =>
  author.call(relations.setNote, { params: { userId: about.id }, body: { text } });
const removeNote = async (author: Member, about: Member) =>
  author.call(relations.deleteNote, { params: { userId: about.id } });

async function profileOf(viewer: Member, { username }: Member) {
  return (await viewer.call(users.getUser, { params: { username } })).data.user;
}
const noteOf = async (viewer: Member, about: Member) =>
  users.profile.parse(await profileOf(viewer, about)).note;

test('only its author sees a note, on the profile', async () => {
  expect(await noteOf(alice, bob)).toBeNull();
  await note(alice, bob, 'Met at the market');
  await note(alice, bob, ' Met twice ');
  await note(carol, bob, 'A cousin');
  await note(alice, carol, 'Bob’s cousin');
  expect(await noteOf(alice, bob)).toBe('Met twice');
  expect(await noteOf(carol, bob)).toBe('A cousin');
  expect(await noteOf(bob, bob)).toBeNull();
  expect(await noteOf(bob, alice)).toBeNull();
  await removeNote(alice, bob);
  await removeNote(alice, bob);
  expect(await noteOf(alice, bob)).toBeNull();
  expect(await noteOf(alice, carol)).toBe('Bob’s cousin');
  expect(await noteOf(carol, bob)).toBe('A cousin');
});

test('a note has 1 to 500 characters', async () => {
  await note(alice, bob, 'ß'.repeat(500));
  for (const text of ['', ' ', 'ß'.repeat(501), 'a\0b'])
    expect((await refusalOf(note(alice, bob, text))).status).toBe(400);
  expect(await noteOf(alice, bob)).toBe('ß'.repeat(500));
});

test('the viewer, a missing person and a blocked one are refused', async () => {
  expect((await refusalOf(note(alice, alice, 'me'))).status).toBe(400);
  await alice.toggleBlock(carol);
  const [hidden, absent] = [
    await refusalOf(note(carol, alice, 'hidden')),
    await refusalOf(note(carol, { id: NOBODY }, 'absent')),
  ];
  expect([hidden.status, hidden.body]).toEqual([absent.status, absent.body]);
  expect(hidden.status).toBe(404);
  expect(await profileOf(carol, alice)).not.toHaveProperty('note');
});
