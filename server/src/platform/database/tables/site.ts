import type { Generated } from 'kysely';
import type { CreatedAt } from './created-at.ts';

export interface SiteTables {
  site_settings: SiteSettings;
  site_rules: SiteRules;
  invites: Invites;
  registrations: Registrations;
  accepted_terms: AcceptedTerms;
  site_blocks: SiteBlocks;
  hidden_hashtags: HiddenHashtags;
}

/** One row. A null means the default. */
interface SiteSettings {
  id: Generated<boolean>;
  name: Generated<string | null>;
  description: Generated<string | null>;
  registration: Generated<'open' | 'invite' | 'approval' | 'closed' | null>;
  accent: Generated<number | null>;
  logo: Generated<string | null>;
  languages: Generated<string[]>;
  contact: Generated<string>;
  announcement: Generated<string>;
  rules_version: Generated<number>;
  blocks_version: Generated<number>;
}

interface SiteRules {
  id: string;
  since_version: number;
  until_version: Generated<number | null>;
  position: number;
  text: string;
}

interface Invites {
  id: string;
  code_hash: Buffer;
  /** Null: the operator. */
  created_by: string | null;
  max_uses: number;
  used: Generated<number>;
  expires_at: Date;
  created_at: CreatedAt;
}

interface Registrations {
  user_id: string;
  rules_version: number;
  terms_hash: Buffer;
  is_invited: Generated<boolean>;
  invited_by: Generated<string | null>;
  reason: Generated<string>;
  /** '' after some time. */
  network: Generated<string>;
  created_at: CreatedAt;
}

interface AcceptedTerms {
  hash: Buffer;
  text: string;
  created_at: CreatedAt;
}

/** One row. */
interface SiteBlocks {
  id: Generated<boolean>;
  mail_domains: Generated<string[]>;
  addresses: Generated<string[]>;
}

interface HiddenHashtags {
  tag: string;
}
