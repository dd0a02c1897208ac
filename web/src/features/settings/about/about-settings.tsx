import * as words from '#words/settings';
import type { Site } from '@roost/contract/site';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { site as here } from '../../../lib/site.ts';
import { LoadError } from '../../../ui/states/load-error.tsx';
import { Skeleton } from '../../../ui/states/skeleton.tsx';
import { siteQuery } from '../../auth/site.query.ts';
import { InstallApp } from './install-app.tsx';
import { SettingsGroup } from '../settings-group.tsx';

/** The operator's texts about the site, its rules, and its policies. */
export function AboutSettings({ policies }: { policies: ReactNode }) {
  const { data: site, error, refetch } = useQuery(siteQuery);
  return (
    <>
      {site ? (
        <AboutSite site={site} />
      ) : error ? (
        <LoadError message={error.message} onRetry={() => void refetch()} />
      ) : (
        <AboutSkeleton />
      )}
      <InstallApp />
      <SettingsGroup title={words.policies}>{policies}</SettingsGroup>
    </>
  );
}

function AboutSite({ site }: { site: Site }) {
  return (
    <>
      {/* The document has the description in the language of the page. */}
      <SettingsGroup title={site.name} about={here.description || site.description || undefined}>
        <dl className="grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
          {site.contact && (
            <>
              <dt className="text-muted">{words.operator}</dt>
              <dd className="[overflow-wrap:anywhere]">{site.contact}</dd>
            </>
          )}
          <dt className="text-muted">{words.version}</dt>
          <dd>{words.roostVersion({ version: site.version })}</dd>
        </dl>
      </SettingsGroup>
      {site.rules.length > 0 && (
        <SettingsGroup title={words.rules}>
          <ol className="list-decimal space-y-2 ps-5 [overflow-wrap:anywhere]">
            {site.rules.map(({ _id, text }) => (
              <li key={_id}>{text}</li>
            ))}
          </ol>
        </SettingsGroup>
      )}
    </>
  );
}

function AboutSkeleton() {
  return (
    <div role="status" className="border-b border-line px-4 py-6">
      <span className="sr-only">{words.loadingAbout}</span>
      <Skeleton className="h-5 w-32 rounded-xs" />
      <Skeleton className="mt-3 h-4 w-3/4 rounded-xs" />
      <Skeleton className="mt-5 h-4 w-40 rounded-xs" />
    </div>
  );
}
