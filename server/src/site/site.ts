import { setTimeout as wait } from 'node:timers/promises';
import { siteDefaults } from '@roost/contract/limits';
import type { RegistrationMode } from '@roost/contract/site';
import type { Context } from '../kernel/context.ts';
import { SingleFlight } from '../lib/single-flight.ts';
import { siteLocale } from '../platform/locale.ts';
import { SiteBlocks } from './blocks/site-blocks.ts';
import { findBlocks, findSettings, type SettingsRow } from './site.queries.ts';

declare module '../kernel/context.ts' {
  interface Context {
    readonly site: Site;
  }
}

/** The settings of the operator, with the defaults for the rest. */
export interface SiteState {
  name: string;
  /** Null: the text of Roost, in the reader's language. */
  description: string | null;
  rules: { id: string; text: string }[];
  rulesVersion: number;
  registration: RegistrationMode;
  languages: string[];
  contact: string;
  announcement: string;
  accent: number;
  /** The id of a public medium. */
  logo: string | null;
  blocksVersion: number;
}

/** A change is known everywhere within a second: this time, and the time of one read. */
const STATE_LIFETIME_MS = 500;
/** A document does not wait longer for the database. */
const DOCUMENT_TIMEOUT_MS = 1_000;

/**
 * The settings of the site. Each process reads them again after half a second, and only if somebody asks. So changes by other
 * nodes and by the operator's commands need no message.
 */
export class Site {
  readonly #ctx: Pick<Context, 'config' | 'db'>;
  readonly #reads = new SingleFlight<SiteState>({ lifetimeMs: STATE_LIFETIME_MS });
  #lastKnown: SiteState;
  /** By the version of the lists. */
  readonly #blocks = new SingleFlight<SiteBlocks>({ lifetimeMs: Infinity, maxResults: 1 });

  constructor(ctx: Pick<Context, 'config' | 'db'>) {
    this.#ctx = ctx;
    this.#lastKnown = stateOf(undefined, ctx);
  }

  /** Returns the settings, at most a second old. Throws if the database does not answer. */
  async read(): Promise<SiteState> {
    return this.#reads.run('', async () => {
      this.#lastKnown = stateOf(await findSettings(this.#ctx), this.#ctx);
      return this.#lastKnown;
    });
  }

  /** Returns the settings for a document or a mail. While the database does not answer, returns the last known ones. */
  async readOrLast(): Promise<SiteState> {
    const late = new AbortController();
    const state = await Promise.race([
      this.read().catch(() => null),
      wait(DOCUMENT_TIMEOUT_MS, null, { ref: false, signal: late.signal }).catch(() => null),
    ]);
    late.abort();
    return state ?? this.#lastKnown;
  }

  /** Returns the name for a mail. */
  async readName(): Promise<string> {
    return (await this.readOrLast()).name;
  }

  /** Returns the blocked email domains and addresses. The process reads these lists again only after a change. */
  async readBlocks(): Promise<SiteBlocks> {
    const { blocksVersion } = await this.read();
    return this.#blocks.run(
      String(blocksVersion),
      async () => new SiteBlocks(await findBlocks(this.#ctx)),
    );
  }

  /** The next read asks the database. The node that changes the settings calls this after the commit. */
  forget(): void {
    this.#reads.forget('');
  }
}

function stateOf(row: SettingsRow | undefined, { config }: Pick<Context, 'config'>): SiteState {
  return {
    name: row?.name ?? siteDefaults.name,
    description: row?.description ?? null,
    rules: row?.rules ?? [],
    rulesVersion: row?.rules_version ?? 1,
    registration: row?.registration ?? config.registration,
    languages: row?.languages ?? [siteLocale],
    contact: row?.contact ?? '',
    announcement: row?.announcement ?? '',
    accent: row?.accent ?? siteDefaults.accent,
    logo: row?.logo ?? null,
    blocksVersion: row?.blocks_version ?? 0,
  };
}
