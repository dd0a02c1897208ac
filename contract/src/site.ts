import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { id, success } from './wire.ts';

/** The texts of a site, in characters, and how many of each a site may have. */
export const siteLimits = {
  name: { min: 1, max: 50 },
  description: { max: 500 },
  rule: { max: 500 },
  rules: { max: 30 },
  contact: { max: 200 },
  announcement: { max: 500 },
  languages: { max: 20 },
} as const;

/**
 * Who may register: everybody, people with an invite, people whom an admin approves, or nobody. The first account and invites
 * of the operator's command work in every mode.
 */
export const registrationMode = z.enum(['open', 'invite', 'approval', 'closed']);
export type RegistrationMode = z.infer<typeof registrationMode>;

export const siteRule = z.object({ _id: id, text: z.string() });

export const site = z.object({
  name: z.string(),
  description: z.string(),
  /** The ids of rules stay the same while their texts and their order change. */
  rules: z.array(siteRule),
  /** Rises with each change of the rules. */
  rulesVersion: z.int(),
  registration: registrationMode,
  /** The languages of the site, as BCP 47 tags. The first one is the main language. */
  languages: z.array(z.string()),
  /** How to reach the operator, such as an email address or a link. '' if the operator has set none. */
  contact: z.string(),
  /** A note to everybody, or ''. */
  announcement: z.string(),
  /** The hue of the accent colour, in degrees. */
  accent: z.int(),
  logo: z.url().nullable(),
  /** The public key for web push. Null: this server sends no pushes. */
  vapidKey: z.string().nullable(),
  version: z.string(),
});
export type Site = z.infer<typeof site>;

export const getSite = endpoint({
  method: 'GET',
  path: '/api/site',
  summary: 'What this site is called, its rules, and who may register',
  auth: 'public',
  limit: 'reads',
  response: success(site),
});
