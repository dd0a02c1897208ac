// Long because each feature of the server has one file here.
import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { registrationMode, site, siteLimits } from './site.ts';
import { nameText, text, trimText } from './text/text.ts';
import { namedUser, role } from './users.ts';
import { done, id, pagination, paging, success, time } from './wire.ts';

// Everything here is for admins. For all others these paths do not exist.

export const personStatus = z.enum([
  'active',
  'pending',
  'suspended',
  'banned',
  'closing',
  'erased',
]);
export type PersonStatus = z.infer<typeof personStatus>;

export const adminPerson = namedUser.extend({
  email: z.string(),
  role,
  status: personStatus,
  createdAt: time,
  /** When a session of the person was last used, to about ten minutes. Null without a session. */
  lastUsedAt: time.nullable(),
  isInvited: z.boolean(),
  /** The reason that a person who waits for approval gave. */
  reason: z.string(),
});
export type AdminPerson = z.infer<typeof adminPerson>;

export const listPeople = endpoint({
  method: 'GET',
  path: '/api/admin/people',
  summary: 'Accounts by name or address, role and status, newest first',
  auth: 'member',
  staff: 'admin',
  limit: 'searches',
  query: paging.extend({
    /** The beginning of a word of the name, or a whole email address. */
    query: text(254).optional().default(''),
    role: role.optional(),
    status: personStatus.optional(),
  }),
  response: success(
    z.object({
      people: z.array(adminPerson),
      pagination: pagination.extend({ totalPeople: z.int() }),
    }),
  ),
});

export const setRole = endpoint({
  method: 'PATCH',
  path: '/api/admin/people/:userId',
  summary: 'Give a person a role',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  params: z.object({ userId: id }),
  body: z.object({ role }),
  response: success(z.object({ _id: id, role })),
});

export const approvePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/:userId/approve',
  summary: 'Let a person in who waits for approval',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

export const refusePerson = endpoint({
  method: 'POST',
  path: '/api/admin/people/:userId/refuse',
  summary: 'Delete the account of a person who waits for approval',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

export const forceReset = endpoint({
  method: 'POST',
  path: '/api/admin/people/:userId/force-reset',
  summary: 'End the sessions and the password of a person, and mail a link for a new one',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  params: z.object({ userId: id }),
  response: done,
});

const invite = z.object({
  _id: id,
  uses: z.int(),
  used: z.int(),
  expiresAt: time,
  createdAt: time,
  /** Null: the operator. */
  createdBy: namedUser.nullable(),
});

export const listInvites = endpoint({
  method: 'GET',
  path: '/api/admin/invites',
  summary: 'Invites that still work, newest first',
  auth: 'member',
  staff: 'admin',
  limit: 'reads',
  query: paging,
  response: success(
    z.object({
      invites: z.array(invite),
      pagination: pagination.extend({ totalInvites: z.int() }),
    }),
  ),
});

/** The most uses of an invite. */
const MAX_USES = 10_000;

export const makeInvite = endpoint({
  method: 'POST',
  path: '/api/admin/invites',
  summary: 'Make an invite; its code is shown only here',
  auth: 'member',
  staff: 'admin',
  hasSecrets: true,
  limit: 'writes',
  body: z.object({
    uses: z.int().min(1).max(MAX_USES).default(1),
    /** At most a year ahead. The default is in seven days. */
    expiresAt: z.string().max(40).pipe(time).optional(),
  }),
  status: 201,
  response: success(z.object({ _id: id, code: z.string(), uses: z.int(), expiresAt: time })),
});

export const deleteInvite = endpoint({
  method: 'DELETE',
  path: '/api/admin/invites/:inviteId',
  summary: 'End an invite',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  params: z.object({ inviteId: id }),
  response: done,
});

export const getSiteSettings = endpoint({
  method: 'GET',
  path: '/api/admin/site',
  summary: 'The settings of the site',
  auth: 'member',
  staff: 'admin',
  limit: 'reads',
  response: success(site),
});

const languageTag = z
  .string()
  .max(35)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'Use language tags such as en or pt-BR.');

export const updateSite = endpoint({
  method: 'PATCH',
  path: '/api/admin/site',
  summary: 'Change the given settings of the site; null restores a default',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  body: z.object({
    name: nameText(siteLimits.name.max)
      .refine((value) => value !== '', 'Enter a name.')
      .nullable()
      .optional(),
    description: text(siteLimits.description.max).nullable().optional(),
    /** All rules, in their order. A rule with an `_id` keeps it, and the others get one. */
    rules: z
      .array(
        z.object({
          _id: id.optional(),
          text: text(siteLimits.rule.max).refine((value) => value !== '', 'Enter the rule.'),
        }),
      )
      .max(siteLimits.rules.max)
      .optional(),
    registration: registrationMode.nullable().optional(),
    accent: z.int().min(0).max(359).nullable().optional(),
    /** The id of an upload of the admin (POST /api/media), which must be a picture. */
    logo: id.nullable().optional(),
    languages: z.array(languageTag).min(1).max(siteLimits.languages.max).optional(),
    contact: text(siteLimits.contact.max).optional(),
    announcement: text(siteLimits.announcement.max).optional(),
  }),
  // The longest rules in a script with large characters.
  bodyBytes: 262_144,
  response: success(site),
});

/** The most email domains and the most address ranges. */
const MAX_BLOCKS = 5_000;

const mailDomain = z
  .string()
  .overwrite((value) => trimText(value).toLowerCase().replace(/^@/, ''))
  .max(253)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])$/,
    'Use domains such as example.org.',
  );
const addressRange = z
  .string()
  .overwrite(trimText)
  .max(60)
  .pipe(
    z.union(
      [z.cidrv4(), z.cidrv6(), z.ipv4(), z.ipv6()],
      'Use addresses or ranges such as 192.0.2.0/24.',
    ),
  );
const blocks = z.object({
  /** A domain also blocks the domains below it. */
  mailDomains: z.array(z.string()),
  /** IPv4 and IPv6 ranges, with the length of the prefix. */
  addresses: z.array(z.string()),
});

export const getSiteBlocks = endpoint({
  method: 'GET',
  path: '/api/admin/blocks',
  summary: 'The email domains and the addresses that nobody may use here',
  auth: 'member',
  staff: 'admin',
  limit: 'reads',
  response: success(blocks),
});

export const setSiteBlocks = endpoint({
  method: 'PUT',
  path: '/api/admin/blocks',
  summary: 'Replace the blocked email domains and addresses',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  body: z.object({
    mailDomains: z.array(mailDomain).max(MAX_BLOCKS),
    addresses: z.array(addressRange).max(MAX_BLOCKS),
  }),
  bodyBytes: 2_097_152,
  response: success(blocks),
});

const hiddenTags = z.object({ hidden: z.array(z.string()) });
/** The most hidden hashtags. */
const MAX_HIDDEN_TAGS = 1_000;

export const getHiddenTrends = endpoint({
  method: 'GET',
  path: '/api/admin/trends',
  summary: 'The hashtags that are never listed as trending',
  auth: 'member',
  staff: 'admin',
  limit: 'reads',
  response: success(hiddenTags),
});

export const setHiddenTrends = endpoint({
  method: 'PUT',
  path: '/api/admin/trends',
  summary: 'Replace the hashtags that are never listed as trending',
  auth: 'member',
  staff: 'admin',
  limit: 'writes',
  body: z.object({ hidden: z.array(text(100)).max(MAX_HIDDEN_TAGS) }),
  bodyBytes: 1_048_576,
  response: success(hiddenTags),
});

export const getNumbers = endpoint({
  method: 'GET',
  path: '/api/admin/numbers',
  summary: 'How many people and posts there are, and how much they store',
  auth: 'member',
  staff: 'admin',
  limit: 'searches',
  response: success(
    z.object({
      people: z.int(),
      /** They wait for approval. */
      pending: z.int(),
      newPeople: z.object({ day: z.int(), week: z.int(), month: z.int() }),
      activePeople: z.object({ day: z.int(), week: z.int(), month: z.int() }),
      posts: z.int(),
      newPosts: z.object({ day: z.int(), week: z.int() }),
      storedBytes: z.int(),
      failedJobs: z.int(),
    }),
  ),
});

const job = z.object({
  _id: z.string(),
  name: z.string(),
  /** A failed job is not tried again. A retrying one is. */
  state: z.enum(['waiting', 'running', 'retrying', 'failed']),
  attempts: z.int(),
  maxAttempts: z.int(),
  runAt: time,
  createdAt: time,
  lastError: z.string().nullable(),
});
export type AdminJob = z.infer<typeof job>;

export const listJobs = endpoint({
  method: 'GET',
  path: '/api/admin/jobs',
  summary: 'Background jobs, newest first; without their content',
  auth: 'member',
  staff: 'admin',
  limit: 'reads',
  query: paging.extend({
    /** Any value but 0 and false: only jobs whose last try failed. */
    failed: z.string().max(10).optional(),
  }),
  response: success(
    z.object({ jobs: z.array(job), pagination: pagination.extend({ totalJobs: z.int() }) }),
  ),
});
