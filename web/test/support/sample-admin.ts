import type { AdminPerson } from '@roost/contract/admin';
import type { Site } from '@roost/contract/site';
import type { OwnUser } from '@roost/contract/users';
import { sampleId } from './sample-id.ts';
import { viewer } from './sample-posts.ts';

export const adminViewer: OwnUser = { ...viewer, role: 'admin' };

export const sampleSite: Site = {
  name: 'Nest',
  description: 'A place for birds.',
  rules: [
    { _id: sampleId('rule 1'), text: 'Be kind.' },
    { _id: sampleId('rule 2'), text: 'No spam.' },
  ],
  rulesVersion: 3,
  registration: 'open',
  languages: ['en', 'de'],
  contact: 'birds@example.org',
  announcement: '',
  accent: 285,
  logo: null,
  vapidKey: null,
  version: '1.0.0',
};

export function sampleAccount(username: string, change: Partial<AdminPerson> = {}): AdminPerson {
  return {
    _id: sampleId(username),
    username,
    fullName: `${username} of Roost`,
    avatar: null,
    email: `${username}@example.org`,
    role: 'member',
    status: 'active',
    createdAt: '2026-01-01T00:00:00.000Z',
    lastUsedAt: null,
    isInvited: false,
    reason: '',
    ...change,
  };
}

/** The end of a list on one page. */
export const onePage = { currentPage: 1, totalPages: 1, nextCursor: null };
