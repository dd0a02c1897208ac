import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { hashToken } from '../../server/src/auth/sessions/session-tokens.ts';
import type { Database } from '../../server/src/platform/database/client.ts';
import { Chance } from '../../tools/seed/chance.ts';
import { inBatches } from '../../tools/seed/scale/batches.ts';
import type { Member } from '../member.ts';

const SEED = 8_012;
/** The number of people who send requests during a measurement. Each of them sends many. */
const ACTIVE_PEOPLE = 1_000;

/** Draws requests from the network, by a fixed seed. */
export class World {
  readonly db: Database;
  readonly address: string;
  /** Everybody who can send requests, in random order. */
  readonly members: Member[];
  readonly #blocks: Set<string>;
  readonly #byId: Map<string, Member>;

  private constructor(db: Database, address: string, members: Member[], blocks: Set<string>) {
    this.db = db;
    this.address = address;
    this.members = members;
    this.#blocks = blocks;
    this.#byId = new Map(members.map((member) => [member.id, member]));
  }

  /** Inserts a session for everybody. */
  static async enter(db: Database, address: string): Promise<World> {
    const { rows } = await sql<{ id: string }>`
      select id from users where username not like 'bystander\\_%' order by hashtext(id::text), id`.execute(
      db,
    );
    const members = rows.map(({ id }) => ({ id, cookie: `roost=${tokenOf(id)}` }));
    await inBatches(members, async (some) => signIn(db, some));
    await sql`vacuum (analyze) sessions`.execute(db);
    const blocks = await sql<{ pair: string }>`
      select blocker_id || ' ' || blocked_id as pair from blocks
      union select blocked_id || ' ' || blocker_id from blocks`.execute(db);
    return new World(db, address, members, new Set(blocks.rows.map(({ pair }) => pair)));
  }

  /** A random generator whose seed depends only on the name, not on the other measurements of the run. */
  chanceFor(name: string): Chance {
    return new Chance(SEED + createHash('sha256').update(name).digest().readInt32LE());
  }

  member(id: string): Member {
    const member = this.#byId.get(id);
    if (!member) throw new Error(`No member has the id ${id}.`);
    return member;
  }

  /** The people who send requests. */
  get activeMembers(): Member[] {
    return this.members.slice(0, ACTIVE_PEOPLE);
  }

  /** Draws `count` different pairs of a reader and another person's item. No block stands between the two. */
  pairs<Thing extends Owned>(chance: Chance, things: Thing[], count: number): [Member, Thing][] {
    const found = new Map<string, [Member, Thing]>();
    for (let tries = count * 4; tries > 0 && found.size < count; tries -= 1) {
      const member = chance.pick(this.activeMembers);
      const thing = chance.pick(things);
      if (this.#isAnotherPersons(member, thing))
        found.set(`${member.id} ${thing.id}`, [member, thing]);
    }
    return [...found.values()];
  }

  /** Draws another person's item for each member. A member for whom the draw finds none is left out. */
  oneEach<Thing extends Owned>(chance: Chance, things: Thing[]): [Member, Thing][] {
    return this.members.flatMap((member) => {
      const drawn = Array.from({ length: 4 }, () => chance.pick(things));
      const thing = drawn.find((each) => this.#isAnotherPersons(member, each));
      return thing ? [[member, thing] as [Member, Thing]] : [];
    });
  }

  #isAnotherPersons({ id }: Member, { owner }: Owned): boolean {
    return id !== owner && !this.#blocks.has(`${id} ${owner}`);
  }
}

/** A post with its author, or a person as their own owner. */
export interface Owned {
  id: string;
  owner: string;
}

/** A predictable session token. It need not be secret, because the run deletes its copy of the invented network. */
function tokenOf(id: string): string {
  return createHash('sha256').update(id).digest('base64url');
}

/** Inserts sessions by SQL, because the API would hash passwords. Their last use is in the future, so no request updates it. */
async function signIn(db: Database, members: Member[]): Promise<void> {
  const ids = members.map(({ id }) => id);
  const hashes = ids.map((id) => hashToken(tokenOf(id)).toString('hex'));
  await sql`
    insert into sessions (id, token_hash, user_id, device, address, last_used_at, expires_at)
    select uuidv7(), decode(hash, 'hex'), user_id, 'bench', '::1', now() + interval '1 day', now() + interval '9 days'
    from unnest(${hashes}::text[], ${ids}::uuid[]) as made (hash, user_id)`.execute(db);
}
