import * as words from '#words/auth';
import type { Site } from '@roost/contract/site';
import { serverPages } from '../../paths.ts';
import { Sentence } from '../../ui/sentence.tsx';

/** The agreement of a new person: the rules of the site, and the terms. */
export function SiteRules({ site }: { site: Site | undefined }) {
  const rules = site?.rules ?? [];
  const terms = (
    <a
      href={serverPages.terms}
      target="_blank"
      rel="noopener"
      className="text-accent-text underline"
    >
      {words.terms}
    </a>
  );
  return (
    <div className="text-meta text-muted">
      {site && rules.length > 0 && (
        <>
          <h2 className="mb-1 font-semibold text-text">{words.rulesOf({ site: site.name })}</h2>
          <ol className="mb-2 list-decimal ps-5 [overflow-wrap:anywhere]">
            {rules.map(({ _id, text }) => (
              <li key={_id}>{text}</li>
            ))}
          </ol>
        </>
      )}
      <p>
        <Sentence
          parts={
            rules.length > 0
              ? words.youAcceptRulesAndTerms({ terms })
              : words.youAcceptTerms({ terms })
          }
        />
      </p>
    </div>
  );
}
