import { wordsIn } from '#words/personal-data';
import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import * as addresses from '@roost/contract/addresses';
import * as admin from '@roost/contract/admin';
import { createReport } from '@roost/contract/moderation';
import type { PushKind } from '@roost/contract/push';
import * as relations from '@roost/contract/relations';
import * as users from '@roost/contract/users';
import { startAppForFile, withJobs } from '../../../test/support/app.ts';
import { liveFully } from '../../../test/support/canary.ts';
import { join, type Member } from '../../../test/support/cast.ts';
import { open, send } from '../../../test/support/chat.ts';
import { exportOf } from '../../../test/support/exports.ts';
import { joinStaff } from '../../../test/support/staff.ts';
import { insertClosing } from '../../auth/closing/closing.queries.ts';
import { exportKinds } from './content/export-kinds.ts';
import { detailLabels } from './pages/detail-words.ts';
import { saidElsewhere } from './pages/details-on-page.ts';

const app = await startAppForFile(withJobs);
const { ctx } = app;

type Details = Record<string, unknown>;

const fileIn = (files: Map<string, Buffer>, name: string) => files.get(name)?.toString() ?? '';

const itemsIn = (files: Map<string, Buffer>, kind: string) =>
  JSON.parse(fileIn(files, `data/${kind}.json`)) as { details?: Details }[];

/** The facts of a page as 'name: value', without tags. */
const factsOn = (files: Map<string, Buffer>, kind: string) =>
  [...fileIn(files, `pages/${kind}-1.html`).matchAll(/<dt>([^<]*)<\/dt><dd>(.*?)<\/dd>/gs)].map(
    ([, name = '', value = '']) => `${name}: ${value.replace(/<[^>]*>/g, '')}`,
  );

/** The names of all facts, on every level. */
function namesOf(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(namesOf);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) => [name, ...namesOf(inner)]);
}

/** Stores a push subscription of the person's session. */
async function subscribe({ id }: Member, kinds: PushKind[]): Promise<void> {
  await sql`insert into push_subscriptions (user_id, session_id, token_hash, endpoint, p256dh, auth, vapid_key, kinds, has_preview)
    select user_id, id, token_hash, 'https://push.example.org/x', ${randomBytes(65)}, ${randomBytes(16)}, 'key', ${kinds}, true
    from sessions where user_id = ${id} limit 1`.execute(ctx.db);
}

test('the pages are in the language of the person, and the data is not', async () => {
  const member = await join(app, 'salma');
  await member.call(users.updateUser, { body: { language: 'ar' } });
  await member.post('A post in English');
  await member.call(relations.setMutedWords, {
    body: { words: [{ text: 'x', where: ['feed', 'notifications', 'search'] }] },
  });
  await subscribe(member, ['messages', 'calls']);
  const files = await exportOf(member);
  const index = fileIn(files, 'index.html');
  expect(index).toContain('<html lang="ar" dir="rtl">');
  expect(/<h1>\P{L}*\p{Script=Arabic}/u.test(index)).toBe(true);
  const page = fileIn(files, 'pages/account-1.html');
  expect(factsOn(files, 'account').some((fact) => /^\p{Script=Arabic}+/u.test(fact))).toBe(true);
  expect(page).not.toContain('Username');
  const { placeFeed, placeNotifications, placeSearch, pushMessages, pushCalls } = wordsIn('ar');
  expect(page).toContain(`<dd>${placeFeed}، و${placeNotifications}، و${placeSearch}</dd>`);
  expect(fileIn(files, 'pages/sessions-1.html')).toContain(
    `<dd><ul><li>${pushMessages}</li><li>${pushCalls}</li></ul></dd>`,
  );
  expect(itemsIn(files, 'account')[0]?.details).toMatchObject({ username: 'salma' });
  expect(itemsIn(files, 'sessions')[0]?.details).toMatchObject({
    pushKinds: ['messages', 'calls'],
  });
});

test('the pages name every fact of the data, and show no code', async () => {
  const { leaver } = await liveFully(app);
  await leaver.call(users.updateUser, { body: { language: 'en' } });
  const files = await exportOf(leaver);
  // The preferences of single types stand beside the one for all. `from` has the value of each.
  const unnamed = new Set(['types']);
  for (const kind of Object.keys(exportKinds)) {
    const names = new Set(itemsIn(files, kind).flatMap(({ details }) => namesOf(details)));
    for (const name of names) {
      if (saidElsewhere.includes(name) || unnamed.has(name)) continue;
      expect(detailLabels[name], `${kind}: ${name}`).toBeTypeOf('function');
    }
    const codes = factsOn(files, kind).filter((fact) =>
      /: ([a-z]+[A-Z_]\w*|no one|warn)$/.test(fact),
    );
    // The number of a payment is no code of ours.
    const isOurs = (fact: string) => !fact.startsWith('Number: ');
    expect(codes.filter(isOurs)).toEqual([]);
    expect(fileIn(files, `pages/${kind}-1.html`)).not.toMatch(/undefined|\[object|>null</);
  }
  expect(factsOn(files, 'decisions')).toEqual(
    expect.arrayContaining([
      'Decision: Warning',
      'About: A profile',
      `Your appeal: Appeal ${leaver.canary}`,
    ]),
  );
  expect(factsOn(files, 'activity')).toContain('Event: Signed in');
  expect(factsOn(files, 'reports')).toContain('Outcome: The moderators acted');
  const paid = factsOn(files, 'payments').find((fact) => fact.startsWith('Amount'));
  expect(paid).toMatch(/^Amount: Rs \d+\.\d\d$/);
  expect(factsOn(files, 'subscriptions')).toContain(paid);
});

test('a report has the newest text of the rule that it names', async () => {
  const [rita, rob] = [await join(app, 'rita'), await join(app, 'rob')];
  const root = await joinStaff(app, 'root', 'admin');
  const setRule = async (rule: { _id?: string; text: string }) =>
    (await root.call(admin.updateSite, { body: { rules: [rule] } })).data.rules[0]!._id;
  const ruleId = await setRule({ text: 'Be kind.' });
  const subject = { type: 'user', _id: rob.id } as const;
  await rita.call(createReport, { body: { subject, reason: 'hate', ruleId } });
  await setRule({ _id: ruleId, text: 'Be very kind.' });
  const files = await exportOf(rita);
  expect(itemsIn(files, 'reports')[0]?.details).toMatchObject({ rule: 'Be very kind.' });
  expect(factsOn(files, 'reports')).toContain('Rule: Be very kind.');
});

test('the page of the account shows links, muted words and settings in words', async () => {
  const ann = await join(app, 'ann');
  const form = new FormData();
  form.append('links', JSON.stringify(['https://ann.example/a?b&c']));
  await ann.client.fetch('/api/users/updateuser', { method: 'PATCH', body: form });
  await ann.call(users.updatePrivacy, { body: { showOnline: false } });
  await ann.call(users.setMessagePreference, { body: { messagePreference: 'mutualFollowers' } });
  const until = new Date(Date.now() + 86_400_000).toISOString();
  await ann.call(relations.setMutedWords, {
    body: {
      words: [
        { text: 'a <b> word', wholeWord: true, until, where: ['feed', 'search'] },
        { text: 'forever' },
      ],
    },
  });
  await ann.call(addresses.changeEmail, { body: { email: 'ann.new@example.org' } });
  const files = await exportOf(ann);
  expect(itemsIn(files, 'account')[0]?.details).toMatchObject({
    email: 'ann@example.org',
    pendingEmail: 'ann.new@example.org',
    mutedWords: [{ until }, { until: null }],
  });
  const page = fileIn(files, 'pages/account-1.html');
  expect(page).toContain('<a rel="noreferrer" href="https://ann.example/a?b&amp;c">');
  for (const [name, value] of [
    ['Email that waits for its confirmation', 'ann.new@example.org'],
    ['Show when you are online', 'No'],
    ['Send read receipts', 'Yes'],
    ['Who can message you', 'Mutual followers'],
    ['Language', 'English'],
    ['Role', 'Member'],
    ['All notifications', 'Anyone'],
    ['Word', 'a &lt;b&gt; word'],
    ['Until', `${until.slice(0, 16).replace('T', ' ')} UTC`],
    ['Until', 'You unmute'],
    ['Left out of', 'Feed, Search'],
  ])
    expect(page).toContain(`<dt>${name}</dt><dd>${value}</dd>`);
});

test('a mute has its end and what it leaves out, and a dismissed suggestion is a link', async () => {
  const [bea, cid, dan, eli] = [
    await join(app, 'bea'),
    await join(app, 'cid'),
    await join(app, 'dan'),
    await join(app, 'eli'),
  ];
  const { data } = await bea.call(relations.muteUser, {
    params: { userId: cid.id },
    body: { minutes: 60, reposts: true },
  });
  await bea.call(relations.muteUser, { params: { userId: dan.id }, body: {} });
  await bea.call(users.dismissSuggested, { params: { userId: eli.id } });
  const files = await exportOf(bea);
  expect(itemsIn(files, 'muted')).toMatchObject([
    {
      url: expect.stringMatching(/\/profile\/cid$/),
      details: { until: data.until, repostsOnly: true },
    },
    { url: expect.stringMatching(/\/profile\/dan$/), details: { until: null, repostsOnly: false } },
  ]);
  expect(factsOn(files, 'muted')).toEqual([
    expect.stringMatching(/^Until: \d{4}-.* UTC$/),
    'Only their reposts: Yes',
    'Until: You unmute',
    'Only their reposts: No',
  ]);
  expect(itemsIn(files, 'dismissed')).toMatchObject([
    { url: expect.stringMatching(/\/profile\/eli$/) },
  ]);
});

test('an invite is in the export of the admin who made it, without its code', async () => {
  const fay = await joinStaff(app, 'fay', 'admin');
  const { data } = await fay.call(admin.makeInvite, { body: { uses: 5 } });
  const invite = await ctx.db
    .updateTable('invites')
    .set({ used: 1 })
    .where('created_by', '=', fay.id)
    .returning(['code_hash', 'expires_at'])
    .executeTakeFirstOrThrow();
  const files = await exportOf(fay);
  const expiresAt = invite.expires_at.toISOString();
  expect(itemsIn(files, 'invites')).toMatchObject([
    { details: { maxUses: 5, used: 1, expiresAt } },
  ]);
  expect(factsOn(files, 'invites')).toEqual(
    expect.arrayContaining(['Can be used: 5 times', 'Used: 1 time']),
  );
  const all = [...files.values()].map((content) => content.toString('latin1')).join('\n');
  for (const secret of [
    data.code,
    ...(['hex', 'base64', 'base64url'] as const).map((form) => invite.code_hash.toString(form)),
  ])
    expect(all).not.toContain(secret);
});

test('conversations with hidden people have headings that differ', async () => {
  const [gil, hal, ida, jan] = [
    await join(app, 'gil'),
    await join(app, 'hal'),
    await join(app, 'ida'),
    await join(app, 'jan'),
  ];
  for (const other of [hal, ida, jan]) {
    const { _id } = await open(gil, other);
    await send(other, _id, `By ${other.username}`);
  }
  await insertClosing(ctx, hal.id, 14);
  await insertClosing(ctx, jan.id, 14);
  const files = await exportOf(gil);
  const page = fileIn(files, 'pages/messages-1.html');
  const headings = [...page.matchAll(/<h2>(.*?)<\/h2>/g)].map(([, heading]) => heading);
  // The ids of conversations tell nothing about their order.
  expect(new Set(headings)).toEqual(
    new Set(['@ida', 'Unavailable account 1', 'Unavailable account 2']),
  );
  const authorOf = (text: string) =>
    page.match(`<strong>([^<]*)</strong> <time[^>]*>[^<]*</time><p>${text}<`)?.[1];
  expect(new Set([authorOf('By hal'), authorOf('By jan')])).toEqual(
    new Set(['Unavailable account 1', 'Unavailable account 2']),
  );
});
