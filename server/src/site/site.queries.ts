import { sql } from 'kysely';
import type { RegistrationMode } from '@roost/contract/site';
import type { Context } from '../kernel/context.ts';
import { narrow, one, type Row } from '../platform/database/query.ts';

const settings = {
  name: 'text?',
  description: 'text?',
  registration: narrow<RegistrationMode | null>('text?'),
  accent: 'int2?',
  logo: 'uuid?',
  languages: 'text[]',
  contact: 'text',
  announcement: 'text',
  rules_version: 'int4',
  blocks_version: 'int4',
  rules: narrow<{ id: string; text: string }[] | null>('json?'),
} as const;
export type SettingsRow = Row<typeof settings>;

/** Reads the settings with the current rules. It belongs to no request, because its result serves many. */
export async function findSettings({ db }: Pick<Context, 'db'>): Promise<SettingsRow | undefined> {
  return one(
    db.inBackground.reads,
    settings,
    sql`select name, description, registration, accent, logo, languages, contact, announcement, rules_version, blocks_version,
        (select json_agg(json_build_object('id', id, 'text', text) order by position)
          from site_rules where until_version is null) as rules
      from site_settings`,
  );
}

export async function findBlocks({ db }: Pick<Context, 'db'>) {
  return db.inBackground.reads
    .selectFrom('site_blocks')
    .select(['mail_domains as mailDomains', 'addresses'])
    .executeTakeFirstOrThrow();
}
