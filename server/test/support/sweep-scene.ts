// Long because all secrets are in one scene.
import { deletePost, type Post } from '@roost/contract/posts';
import { createList } from '@roost/contract/lists';
import { setNote } from '@roost/contract/relations';
import { updatePrivacy, updateUser } from '@roost/contract/users';
import { openSession } from '../../src/auth/sessions/open-session.ts';
import type { TestApp } from './app.ts';
import { castOf, join, type Member } from './cast.ts';
import { open, send } from './chat.ts';
import { fileOf, noise, postWith, upload } from './media.ts';
import { caseOf, decide, report } from './moderation.ts';
import { newToken, Secrets, World, type Secret, type Watched } from './secrets.ts';
import { joinStaff } from './staff.ts';
import { SweepChanges, type Author } from './sweep-changes.ts';
import type { TestClient } from './test-client.ts';

export interface Viewer extends Watched {
  client: TestClient;
}

const NAMES = ['blocked', 'blocker', 'changeable', 'fan', 'ghost', 'closing'] as const;
type Joined = Record<(typeof NAMES)[number], Member>;
type Others = Record<'follower' | 'stranger' | 'changeable' | 'fan', Member>;

/**
 * People of every relation to the author, their secrets, and the changes of who may see them. The author never changes, and what the
 * changing authors show changes all the time.
 */
export class SweepScene {
  readonly world = new World();
  readonly viewers: Viewer[];
  readonly secrets: Secrets;
  readonly people: Member[] = [];
  readonly conversationIds: string[] = [];
  readonly listIds: string[] = [];
  /** Addresses of files, as the author got them. */
  readonly files: { path: string; secret: Secret }[] = [];
  readonly changes: SweepChanges;
  readonly #app: TestApp;
  readonly #author: Author;
  readonly #changing: Author[];
  readonly #others: Others;
  readonly #moderator: Member;
  #ground = '';

  private constructor(
    app: TestApp,
    parts: {
      viewers: Viewer[];
      author: Author;
      changing: Author[];
      others: Others;
      moderator: Member;
    },
  ) {
    this.#app = app;
    this.viewers = parts.viewers;
    this.secrets = new Secrets(parts.viewers);
    this.#author = parts.author;
    this.#changing = parts.changing;
    this.#others = parts.others;
    this.#moderator = parts.moderator;
    this.changes = new SweepChanges({
      ...parts,
      app,
      world: this.world,
      secrets: this.secrets,
      publish: async (author, visibility) => this.#publish(author, visibility),
    });
  }

  get postIds(): string[] {
    return this.secrets.all.flatMap(({ id, name }) =>
      id && /post|comment/.test(name) ? [id] : [],
    );
  }

  static async set(app: TestApp): Promise<SweepScene> {
    const { alice: author, bob: follower, carol: stranger, dan: requested } = await castOf(app);
    const joined = Object.fromEntries(
      await Promise.all(NAMES.map(async (name) => [name, await join(app, name)] as const)),
    ) as Joined;
    const moderator = await joinStaff(app, 'moe');
    const changing = await Promise.all(
      ['one', 'two', 'three'].map(async (name) => join(app, `changing_${name}`)),
    );
    const { blocked, blocker, changeable, fan } = joined;
    const watched = { author, follower, stranger, requested, blocked, blocker, changeable, fan };
    const viewers = Object.entries({ ...watched, moderator }).map(([name, { id, client }]) => ({
      name,
      id,
      client,
    }));
    const scene = new SweepScene(app, {
      viewers: [...viewers, { name: 'visitor', id: '', client: app.client() }],
      author: { member: author, posts: [] },
      changing: changing.map((member) => ({ member, posts: [] })),
      others: { follower, stranger, changeable, fan },
      moderator,
    });
    scene.people.push(...Object.values(watched), joined.ghost, joined.closing, ...changing);
    await scene.#relate(joined, requested);
    await scene.#keepSecrets(joined);
    for (const member of Object.values(watched)) await scene.#listEverybody(member);
    return scene;
  }

  async #relate(joined: Joined, requested: Member): Promise<void> {
    const { member: author } = this.#author;
    const { follower, stranger } = this.#others;
    const { blocked, blocker, ghost, closing } = joined;
    const follow = async (by: Member, of: Member) => {
      await by.follow(of);
      this.world.follows.add(`${by.id} ${of.id}`);
    };
    for (const each of [ghost, closing]) {
      await follow(follower, each);
      await follow(each, follower);
    }
    await follow(follower, author);
    await follow(author, follower);
    await follow(stranger, follower);
    for (const { member } of this.#changing) await follow(follower, member);
    await author.call(updatePrivacy, { body: { followApproval: true } });
    await requested.follow(author);
    await author.toggleBlock(blocked);
    this.world.block(author.id, blocked.id);
    await blocker.toggleBlock(author);
    this.world.block(blocker.id, author.id);
    // A post that everybody sees. All comments under it follow the rule of its author.
    this.#ground = (await stranger.post('canary ground #canary'))._id;
  }

  async #keepSecrets({ ghost, closing }: Joined): Promise<void> {
    const { member: author } = this.#author;
    const { follower, stranger } = this.#others;
    for (const each of [this.#author, ...this.#changing]) {
      await this.#publish(each, 'public');
      await this.#publish(each, 'followers');
      await this.#comment(each.member);
      await this.#describe(each.member);
    }
    for (const member of [ghost, closing]) {
      await this.#publish({ member, posts: [] }, 'public');
      await this.#publish({ member, posts: [] }, 'followers');
      await this.#comment(member);
      await this.#describe(member);
      await this.#say(member, follower);
    }
    await this.#comment(follower, this.#author.posts[1]!.post, author);
    await this.#say(author, follower);
    await this.#say(author, stranger);
    await this.#keepPrivate(author, stranger);
    await this.#withhold(author);
    await this.#deleteEarly(author);
    await this.#hide(ghost, closing);
  }

  async #hide(ghost: Member, closing: Member): Promise<void> {
    await this.secrets.change(
      () => [ghost, closing].map(({ id }) => this.world.hidden.add(id)),
      async () => {
        await this.changes.suspend(ghost);
        await closing.client.fetch('/api/auth/account', { method: 'DELETE' });
        await this.#app.ctx.db
          .insertInto('hidden_users')
          .values({ user_id: closing.id, reason: 'closing' })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
      },
    );
  }

  async #publish(author: Author, visibility: 'public' | 'followers'): Promise<Secret> {
    const { member, posts } = author;
    const token = newToken();
    const tag = visibility === 'followers' ? ` #${token}` : '';
    const hasPicture = posts.length < 2;
    const files = hasPicture ? [await fileOf('a.png', noise(32, 32).png())] : [];
    const fields = { content: `canary ${token} #canary${tag}`, visibility };
    const post = await postWith(
      member,
      hasPicture ? { ...fields, alt: `alt ${token}` } : fields,
      files,
    );
    const name = `${visibility} post ${this.secrets.all.length} of ${member.username}`;
    const secret: Secret = {
      name,
      token,
      id: post._id,
      isReadableBy: (id) =>
        this.#seesRoot(id, member.id, visibility) && !this.world.deleted.has(name),
    };
    this.secrets.add(secret);
    for (const { _id, url } of post.media) {
      const of = { ...secret, name: `medium of ${name}`, token: newToken(), id: _id };
      this.secrets.add(of);
      // Files of public posts are for everybody, and a change reaches files within a minute (decision 35).
      const isSigned = visibility === 'followers' && !this.#changing.includes(author);
      if (isSigned)
        this.files.push({ path: new URL(url).pathname + new URL(url).search, secret: of });
    }
    posts.push({ post, secret });
    return secret;
  }

  /** Comments on a post. Without one, on the post that everybody sees. */
  async #comment(member: Member, on?: Post, root?: Member): Promise<void> {
    const token = newToken();
    const comment = await member.comment(on?._id ?? this.#ground, `canary ${token}`);
    const owner = root ?? this.#others.stranger;
    this.secrets.add({
      name: `comment of ${member.username}`,
      token,
      id: comment._id,
      isReadableBy: (id) =>
        this.#seesRoot(id, owner.id, on?.visibility ?? 'public') &&
        !this.world.isApart(id, member.id) &&
        !this.world.hidden.has(member.id),
    });
  }

  async #describe(member: Member): Promise<void> {
    const token = newToken();
    await member.call(updateUser, { body: { bio: `bio ${token}` } });
    this.secrets.add({
      name: `bio of ${member.username}`,
      token,
      // The list of blocked people shows it to their blocker, and a moderator sees the person whom somebody reported.
      isReadableBy: (id) =>
        id !== '' &&
        (!this.world.isApart(id, member.id) ||
          this.world.blocks.has(`${id} ${member.id}`) ||
          id === this.#moderator.id),
    });
  }

  async #say(from: Member, to: Member): Promise<void> {
    const { _id } = await open(from, to);
    this.conversationIds.push(_id);
    const token = newToken();
    const message = await send(from, _id, `canary ${token}`);
    this.secrets.add({
      name: `message of ${from.username} to ${to.username}`,
      token,
      id: message._id,
      isReadableBy: (id) => id === from.id || id === to.id,
    });
  }

  async #keepPrivate(author: Member, about: Member): Promise<void> {
    const own = (name: string, token: string, id?: string) =>
      this.secrets.add({
        name,
        token,
        ...(id && { id }),
        isReadableBy: (viewer) => viewer === author.id,
      });
    const note = newToken();
    await author.call(setNote, { params: { userId: about.id }, body: { text: `note ${note}` } });
    own('note', note);
    const alt = newToken();
    const draft = await upload(author, await fileOf('d.png', noise(24, 24).png()), { alt });
    own('draft', alt, draft._id);
    const device = newToken();
    await openSession(this.#app.ctx, author.id, { device, address: '::1' });
    own('session', device);
    const email = newToken();
    await this.#app.ctx.db
      .updateTable('accounts')
      .set({ email: `${email}@example.org` })
      .where('user_id', '=', author.id)
      .execute();
    this.secrets.add({
      name: 'email',
      token: email,
      isReadableBy: (viewer) => viewer === author.id,
    });
  }

  /** A list of everybody, whose name is a secret. Other calls could not add hidden people. */
  async #listEverybody({ id: owner_id, username, call }: Member): Promise<void> {
    const token = newToken();
    const { _id: list_id } = (await call(createList, { body: { name: `list ${token}` } })).data;
    this.listIds.push(list_id);
    const isReadableBy = (viewer: string) => viewer === owner_id;
    this.secrets.add({ name: `list of ${username}`, token, id: list_id, isReadableBy });
    const members = this.people.map(({ id: member_id }) => ({ owner_id, list_id, member_id }));
    await this.#app.ctx.db.insertInto('list_members').values(members).execute();
  }

  /** A post that moderators hid from all but its author, and the report that asked for it. */
  async #withhold(author: Member): Promise<void> {
    const { stranger } = this.#others;
    const token = newToken();
    const post = await author.post(`canary ${token} #canary`);
    this.secrets.add({
      name: 'withheld post',
      token,
      id: post._id,
      reportedBy: 'stranger',
      isReadableBy: (id) => id === author.id || id === this.#moderator.id,
    });
    const words = newToken();
    await report(stranger, 'post', post._id, { comment: `report ${words}` });
    this.secrets.add({
      name: 'words of a report',
      token: words,
      isReadableBy: (id) => id === stranger.id || id === this.#moderator.id,
    });
    const note = newToken();
    const { _id } = await caseOf(this.#moderator, post._id);
    await decide(this.#moderator, _id, { action: 'hide', note: `note ${note}` });
    this.secrets.add({
      name: 'words of a decision',
      token: note,
      isReadableBy: (id) => id === this.#moderator.id,
    });
  }

  /** A deleted post with an answer, so its place stays and is empty. */
  async #deleteEarly(author: Member): Promise<void> {
    const { stranger, follower } = this.#others;
    const token = newToken();
    const comment = await author.comment(this.#ground, `canary ${token}`);
    await follower.comment(comment._id, 'canary answer');
    await stranger.client.fetch(`/api/posts/${comment._id}/like`, { method: 'POST' });
    await author.call(deletePost, { params: { postId: comment._id } });
    this.secrets.add({
      name: 'deleted comment',
      token,
      id: comment._id,
      isReadableBy: () => false,
    });
  }

  /** The rule of a top-level post, written a second time. */
  #seesRoot(viewer: string, author: string, visibility: 'public' | 'followers'): boolean {
    if (viewer === '' || this.world.isApart(viewer, author) || this.world.hidden.has(author))
      return false;
    return visibility === 'public' || viewer === author || this.world.doesFollow(viewer, author);
  }
}
