import { createReport, restoreUser } from '@roost/contract/moderation';
import { deletePost, type Post } from '@roost/contract/posts';
import type { Chance } from '../../../tools/seed/chance.ts';
import { openSession } from '../../src/auth/sessions/open-session.ts';
import type { TestApp } from './app.ts';
import type { Member } from './cast.ts';
import { caseOf, decide } from './moderation.ts';
import type { Secret, Secrets, World } from './secrets.ts';

/** A person who keeps secrets, with the posts that have some. */
export interface Author {
  member: Member;
  posts: { post: Post; secret: Secret }[];
}

/** What the changes need of a scene. */
interface ChangingScene {
  app: TestApp;
  world: World;
  secrets: Secrets;
  /** The authors whose follows, blocks, posts and suspensions change. */
  changing: readonly Author[];
  /** `changeable` and `fan` follow and block. `stranger` reports. */
  others: Record<'changeable' | 'fan' | 'stranger', Member>;
  moderator: Member;
  publish: (author: Author, visibility: 'public' | 'followers') => Promise<Secret>;
}

/** Random changes of who may see the secrets of a scene. */
export class SweepChanges {
  readonly #scene: ChangingScene;

  constructor(scene: ChangingScene) {
    this.#scene = scene;
  }

  /** Changes one of these at random: a follow, a block, a mute, a post or a suspension. */
  async makeOne(chance: Chance): Promise<void> {
    const { world, secrets, changing, others, publish } = this.#scene;
    const { member, posts } = chance.pick(changing);
    const { changeable, fan } = others;
    const viewer = chance.pick([changeable, fan]);
    const isSuspended = world.hidden.has(member.id);
    const kind = chance.pick([
      'follow',
      'follow',
      'block',
      'block',
      'mute',
      'delete',
      'suspend',
    ] as const);
    if (kind === 'suspend' || isSuspended) return this.#toggleSuspension(member);
    if (kind === 'follow') return this.#toggleFollow(viewer, member);
    if (kind === 'block')
      return this.#toggleBlock(
        ...chance.pick([
          [viewer, member],
          [member, viewer],
        ] as const),
      );
    if (kind === 'mute') {
      const method = chance.isTrue(0.5) ? 'PUT' : 'DELETE';
      await viewer.client.fetch(`/api/users/mutes/${member.id}`, {
        method,
        ...(method === 'PUT' && { body: '{}', headers: { 'Content-Type': 'application/json' } }),
      });
      return;
    }
    const oldest = posts.length > 6 ? posts.shift() : undefined;
    if (!oldest) {
      await publish({ member, posts }, chance.isTrue(0.6) ? 'followers' : 'public');
      return;
    }
    await secrets.change(
      () => world.deleted.add(oldest.secret.name),
      async () => member.call(deletePost, { params: { postId: oldest.post._id } }),
    );
  }

  async #toggleFollow(viewer: Member, member: Member): Promise<void> {
    const { world, secrets } = this.#scene;
    if (world.isApart(viewer.id, member.id)) return;
    const pair = `${viewer.id} ${member.id}`;
    const isFollowing = world.follows.has(pair);
    await secrets.change(
      () => (isFollowing ? world.follows.delete(pair) : world.follows.add(pair)),
      async () => {
        const method = isFollowing ? 'DELETE' : 'POST';
        await expectOk(viewer.client.fetch(`/api/follow/${member.id}`, { method }));
      },
    );
  }

  async #toggleBlock(by: Member, of: Member): Promise<void> {
    const { world, secrets } = this.#scene;
    const pair = `${by.id} ${of.id}`;
    await secrets.change(
      () => (world.blocks.has(pair) ? world.blocks.delete(pair) : world.block(by.id, of.id)),
      async () => by.toggleBlock(of),
    );
  }

  async #toggleSuspension(member: Member): Promise<void> {
    const { app, world, secrets, moderator } = this.#scene;
    const { hidden } = world;
    if (!hidden.has(member.id)) {
      await secrets.change(
        () => hidden.add(member.id),
        async () => this.suspend(member),
      );
      return;
    }
    const restore = { params: { userId: member.id }, body: { message: '' } };
    await secrets.change(
      () => hidden.delete(member.id),
      async () => moderator.call(restoreUser, restore),
    );
    const client = { device: 'sweep', address: '::1' };
    member.client.cookie = `roost=${await openSession(app.ctx, member.id, client)}`;
  }

  async suspend(member: Member): Promise<void> {
    const { others, moderator } = this.#scene;
    const subject = { type: 'user', _id: member.id } as const;
    const body = { subject, reason: 'spam' } as const;
    await others.stranger.call(createReport, { body });
    const { _id } = await caseOf(moderator, member.id);
    await decide(moderator, _id, { action: 'suspend' });
  }
}

async function expectOk(answer: Promise<Response>): Promise<void> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
}
