import type { Site } from '@roost/contract/site';

/** For tests: an open site without rules. */
export function sampleSite(change: Partial<Site> = {}): Site {
  return {
    name: 'Nest',
    description: '',
    rules: [],
    rulesVersion: 3,
    registration: 'open',
    languages: ['en'],
    contact: '',
    announcement: '',
    accent: 285,
    logo: null,
    vapidKey: null,
    version: '1.0.0',
    ...change,
  };
}
