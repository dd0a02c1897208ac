// Long because one person uses everything that stores data, in one readable list.
import { randomBytes } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { sql } from 'kysely';
import { v7 as newId } from 'uuid';
import * as auth from '@roost/contract/auth';
import * as chat from '@roost/contract/chat';
import * as feed from '@roost/contract/feed';
import * as posts from '@roost/contract/posts';
import * as reactions from '@roost/contract/reactions';
import * as relations from '@roost/contract/relations';
import * as reposts from '@roost/contract/reposts';
import * as users from '@roost/contract/users';
import { addCallMessage } from '../../src/chat/messages/add-call-message.ts';
import { transaction } from '../../src/platform/database/transaction.ts';
import { rankHashtags } from '../../src/search/rank-hashtags.ts';
import type { TestApp } from './app.ts';
import { faceModerators, type FacedCases } from './canary-moderation.ts';
import { join, PASSWORD, type Member } from './cast.ts';
import { open } from './chat.ts';
import { fileOf, noise, postWith, upload, uploadToChat } from './media.ts';
import { buy } from './premium.ts';
import type { TestClient } from './test-client.ts';

/** A person with a random text, the canary, in every field that a person can write. */
export interface Leaver {
  id: string;
  username: string;
  email: string;
  /** The text in all their fields. */
  canary: string;
  client: TestClient;
  call: TestClient['call'];
  /** Their post with comments of others, and a reply of another person to their comment. */
  postId: string;
  replyId: string;
  conversationId: string;
}

/** Registers a person whose fields contain a canary. */
async function registerLeaver(app: TestApp, canary: string) {
  const names = { username: `${canary}_x`, email: `${canary}@example.org` };
  const client = app.client();
  const { userId: id } = await client.call(auth.register, {
    body: { ...names, fullName: `Name ${canary}`, password: PASSWORD },
  });
  // Twice: one session stays open when the person signs out elsewhere.
  for (let n = 0; n < 2; n += 1)
    await client.call(
      auth.login,
      { body: { email: names.email, password: PASSWORD } },
      { 'User-Agent': `Browser ${canary}` },
    );
  return { id, ...names, client, call: client.call.bind(client), canary };
}

/** Lets a person use everything that stores data, together with two others. */
export async function liveFully(
  app: TestApp,
): Promise<{ leaver: Leaver; bob: Member; eve: Member; faced: FacedCases }> {
  const canary = `k${randomBytes(6).toString('hex')}`;
  const [bob, eve] = [await join(app, 'bob'), await join(app, 'eve')];
  const person = await registerLeaver(app, canary);
  const me = { ...person, post: post(person) } as unknown as Member;
  await fillProfile(me, canary);
  await relate(me, bob, eve);
  const { postId, replyId } = await publish(me, bob, canary);
  const conversationId = await talk(app, me, bob, canary);
  await buy(me);
  const faced = await faceModerators(app, me, bob, canary);
  await leaveTraces(app, me, bob, canary);
  return { leaver: { ...person, postId, replyId, conversationId }, bob, eve, faced };
}

const post = (person: { call: TestClient['call'] }) => async (content: string) =>
  (await person.call(posts.createPost, { body: { content, visibility: 'public' } })).data;

async function fillProfile(me: Member, canary: string): Promise<void> {
  const form = new FormData();
  form.append('fullName', `Name ${canary}`);
  form.append('bio', `Bio ${canary}`);
  for (const field of ['avatar', 'coverImage']) {
    const { bytes } = await fileOf(`${canary}.png`, noise(64, 64).png());
    form.append(field, new Blob([bytes]), `${canary}.png`);
  }
  const response = await me.client.fetch('/api/users/updateuser', { method: 'PATCH', body: form });
  if (!response.ok) throw new Error(await response.text());
}

async function relate(me: Member, bob: Member, eve: Member): Promise<void> {
  for (const [by, of] of [
    [me, bob],
    [bob, me],
    [eve, me],
  ] as const)
    await by.call(relations.follow, { params: { userId: of.id } });
  await me.call(relations.toggleBlock, { params: { userId: eve.id } });
  await me.call(users.dismissSuggested, { params: { userId: eve.id } });
  await bob.call(users.dismissSuggested, { params: { userId: me.id } });
  const stranger = bob;
  await stranger.call(users.listSuggested, { query: {} });
}

async function publish(me: Member, bob: Member, canary: string) {
  const picture = await fileOf(`${canary}.png`, noise(80, 80).png());
  const own = await postWith(
    me,
    { content: `Post ${canary} #${canary}tag`, visibility: 'public', alt: `Alt ${canary}` },
    [picture],
    { 'Idempotency-Key': `key ${canary}` },
  );
  await me.call(posts.createPost, {
    body: { content: `For followers ${canary}`, visibility: 'followers' },
  });
  const { _id: others } = await bob.post('A post by Bob');
  const comment = await me.call(posts.createPost, {
    body: { content: `Comment ${canary} @bob`, parentPost: others },
  });
  const reply = await bob.comment(comment.data._id, 'A reply by Bob');
  const onOwn = await bob.comment(own._id, 'A comment by Bob');
  await me.call(posts.createPost, { body: { content: `Reply ${canary}`, parentPost: onOwn._id } });
  for (const call of [reactions.toggleLike, reactions.toggleBookmark, reposts.repost] as const) {
    await me.call(call, { params: { postId: others } });
    await bob.call(call, { params: { postId: own._id } });
  }
  // Liked and unliked: the engagement stays.
  for (let n = 0; n < 2; n += 1)
    await me.call(reactions.toggleLike, { params: { postId: reply._id } });
  await upload(me, picture, { alt: `Draft ${canary}` });
  for (const reader of [me, bob])
    for (const tab of ['foryou', 'following'] as const)
      await reader.call(feed.getFeed, { query: { tab } });
  return { postId: own._id, replyId: reply._id };
}

async function talk(app: TestApp, me: Member, bob: Member, canary: string): Promise<string> {
  const { _id: conversationId } = await open(me, bob);
  const params = { conversationId };
  const media = await uploadToChat(me, [await fileOf(`${canary}.png`, noise(40, 40).png())]);
  await me.call(chat.sendMessage, {
    params,
    body: {
      content: `Message ${canary}`,
      clientId: `client ${canary}`,
      media,
    },
  });
  await bob.call(chat.sendMessage, { params, body: { content: 'An answer by Bob' } });
  await me.call(chat.sendMessage, { params, body: { content: `Unread ${canary}` } });
  for (const [callerId, calleeId] of [
    [me.id, bob.id],
    [bob.id, me.id],
  ] as const)
    await transaction(app.ctx, async (tx) =>
      addCallMessage(
        tx,
        { callerId, calleeId },
        { media: 'audio', outcome: 'missed', seconds: null },
      ),
    );
  return conversationId;
}

/** Rows that only rare events and jobs store. */
async function leaveTraces(app: TestApp, me: Member, bob: Member, canary: string): Promise<void> {
  const { db } = app.ctx;
  await app.ctx.feed.shownPages.flush();
  await app.ctx.feed.fanOut.flush();
  const own = await db
    .selectFrom('author_posts')
    .select('post_id')
    .where('author_id', '=', me.id)
    .execute();
  const post_id = own[0]?.post_id ?? newId();
  const row = { post_id, author_id: me.id };
  await db
    .insertInto('timelines')
    .values({ ...row, user_id: bob.id })
    // On a sharded database everybody has a timeline.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('timelines')
    .values({ ...row, author_id: bob.id, user_id: me.id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db.insertInto('fan_outs').values(row).execute();
  await db.insertInto('high_fan_out_posts').values(row).execute();
  await sql`insert into popular_posts (post_id, author_id, engager_count) values (${post_id}, ${me.id}, 3)
    on conflict do nothing`.execute(db);
  await db
    .insertInto('feed_readers')
    .values([me, bob].map(({ id }) => ({ user_id: id })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('password_resets')
    .values({ user_id: me.id, token_hash: randomBytes(32), expires_at: new Date() })
    .execute();
  await insertCall(app, me, bob);
  await insertChoices(app, me, bob, canary);
  await insertFactors(app, me, canary);
  await insertExport(app, me, canary);
  await sql`with lists as (
      insert into posting_lists (segment, word, posts)
      select number / 4096, lexeme, string_agg(int2send((number % 4096)::int2), '' order by number)
      from post_search, unnest(words) group by 1, 2
      on conflict (segment, word) do update set posts = posting_lists.posts || excluded.posts)
    update posting_lists_end set number = (select max(number) from post_search)`.execute(db);
  await rankHashtags(app.ctx);
  for (const email of [`${canary.toUpperCase()}@example.org`, nextAddress(canary)])
    await sql`select graphile_worker.add_job('sendPasswordReset',
      ${JSON.stringify({ email })}::json, run_at => now() + interval '1 day')`.execute(db);
}

async function insertCall({ ctx }: TestApp, me: Member, bob: Member): Promise<void> {
  const id = newId();
  await ctx.db
    .insertInto('calls')
    .values({
      id,
      caller_id: me.id,
      callee_id: bob.id,
      media: 'audio',
      status: 'ended',
      reason: 'unanswered',
      caller_tab: 'tab',
      caller_session: newId(),
      caller_node: newId(),
      ended_at: new Date(),
    })
    .execute();
  await ctx.db
    .insertInto('call_members')
    .values([me.id, bob.id].map((user_id) => ({ call_id: id, user_id, ended_at: new Date() })))
    .execute();
}

/** The address that waits for its confirmation. Only its link and a job name it. */
const nextAddress = (canary: string) => `next.${canary}@example.org`;

/** The factors of an account. The device of the sign-in is in its activity already. */
async function insertFactors({ ctx: { db } }: TestApp, { id }: Member, canary: string) {
  await db
    .insertInto('second_factors')
    .values({ user_id: id, pending_secret: randomBytes(20) })
    .execute();
  await db
    .insertInto('former_apps')
    .values({ user_id: id, secret: randomBytes(20), enabled_at: new Date(), last_step: 0 })
    .execute();
  await db
    .insertInto('recovery_codes')
    .values({ user_id: id, code_hash: randomBytes(32) })
    .execute();
  await db
    .insertInto('passkeys')
    .values({
      user_id: id,
      credential_id: canary,
      id: newId(),
      public_key: randomBytes(32),
      counter: 0,
      transports: [],
      name: `Key ${canary}`,
    })
    .execute();
  const email = `new.${canary}@example.org`;
  await db
    .insertInto('email_links')
    .values({
      user_id: id,
      email: nextAddress(canary),
      expires_at: new Date(Date.now() + 86_400_000),
    })
    .execute();
  await db.insertInto('emails').values({ email, user_id: id, held_until: new Date() }).execute();
  await db
    .insertInto('security_notices')
    .values({
      id: newId(),
      user_id: id,
      what: 'emailChanged',
      email,
      device: canary,
      address: '::1',
      expires_at: new Date(),
    })
    .execute();
}

/** The choices of a person about others, and of others about the person. */
async function insertChoices({ ctx: { db } }: TestApp, me: Member, bob: Member, canary: string) {
  const words = JSON.stringify([{ text: canary, wholeWord: true, until: null, where: ['feed'] }]);
  await sql`update users set muted_words = ${words}::jsonb, language = 'de', show_online = false,
    pinned_post_id = ${newId()}, links = array[${`https://${canary}.example`}], verified_links = array[${`https://${canary}.example`}] where id = ${me.id}`.execute(
    db,
  );
  for (const [one, other] of [
    [me.id, bob.id],
    [bob.id, me.id],
  ] as const) {
    await sql`insert into follow_requests (followee_id, follower_id) values (${one}, ${other})`.execute(
      db,
    );
    await sql`insert into mutes (muter_id, muted_id) values (${one}, ${other})`.execute(db);
    const listId = newId();
    const search = one === me.id ? `Feed ${canary}` : 'Feed';
    await sql`insert into people_lists (owner_id, list_id, name) values (${one}, ${listId}, ${one === me.id ? `List ${canary}` : 'List'})`.execute(
      db,
    );
    await sql`insert into list_members (owner_id, list_id, member_id) values (${one}, ${listId}, ${other})`.execute(
      db,
    );
    await sql`insert into kept_feeds (owner_id, feed_id, kind, value, folded)
      values (${one}, ${newId()}, 'query', ${search}, ${search})`.execute(db);
    await sql`insert into less_shown (user_id, post_id, author_id, kind)
      values (${one}, ${newId()}, ${other}, 'followed')`.execute(db);
    await sql`insert into notes (author_id, about_id, content) values (${one}, ${other}, ${`Note ${canary}`})`.execute(
      db,
    );
  }
  // The person sent an invite, and bob came by it.
  await sql`insert into invites (id, code_hash, created_by, max_uses, expires_at)
    values (${newId()}, ${randomBytes(32)}, ${me.id}, 1, now())`.execute(db);
  await sql`insert into registrations (user_id, rules_version, terms_hash, invited_by)
    values (${bob.id}, 1, ${randomBytes(32)}, ${me.id})
    on conflict (user_id) do update set invited_by = excluded.invited_by`.execute(db);
  // A limit that is over, so that the person still stands in lists that nobody chose.
  await sql`insert into limited_users (user_id, until) values (${me.id}, now())`.execute(db);
  await sql`insert into moderation_holds (case_id, person_id, until)
    select id, person_id, now() from moderation_cases where person_id = ${me.id} limit 1`.execute(
    db,
  );
  await sql`insert into text_sightings (fingerprint, author_id, place_id, subject_type, subject_id, is_new, at)
    values (${randomBytes(32)}, ${me.id}, ${newId()}, 'post', ${newId()}, true, now())`.execute(db);
  await sql`insert into muted_threads (user_id, root_id) values (${me.id}, ${newId()})`.execute(db);
  await sql`insert into drafts (user_id, id, content) values (${me.id}, ${newId()}, ${`Draft ${canary}`})`.execute(
    db,
  );
  await sql`insert into reading_markers (user_id, list, item_id, at)
    values (${me.id}, 'following', ${newId()}, now()), (${me.id}, 'notifications', ${newId()}, now())`.execute(
    db,
  );
  await sql`insert into push_subscriptions (user_id, session_id, token_hash, endpoint, p256dh, auth, vapid_key, kinds, has_preview)
    select user_id, id, token_hash, ${`https://push.example.org/${canary}`}, ${randomBytes(65)}, ${randomBytes(16)}, 'key',
      '{messages}', true from sessions where user_id = ${me.id} limit 1`.execute(db);
}

async function insertExport({ ctx, dataFolder }: TestApp, me: Member, canary: string) {
  const [id, draft] = [newId(), joinPath(dataFolder, canary)];
  const file = { name: 'export.zip', type: 'application/zip', bytes: canary.length };
  await writeFile(draft, canary);
  await ctx.media.exports.put(id, file, draft);
  await ctx.db
    .insertInto('exports')
    .values({
      id,
      user_id: me.id,
      status: 'ready',
      bytes: file.bytes,
      created_at: new Date(0),
      expires_at: new Date(),
    })
    .execute();
}
