/** The keys of what the staff reads, in the cache. */
export const moderationKeys = {
  all: ['moderation'] as const,
  lists: ['moderation', 'cases'] as const,
  list: (filter: object) => ['moderation', 'cases', filter] as const,
  case: (caseId: string) => ['moderation', 'case', caseId] as const,
  alike: (caseId: string) => ['moderation', 'alike', caseId] as const,
  person: (userId: string) => ['moderation', 'person', userId] as const,
  people: ['moderation', 'person'] as const,
  appeals: ['moderation', 'appeals'] as const,
  audit: (filter: object) => ['moderation', 'audit', filter] as const,
};
