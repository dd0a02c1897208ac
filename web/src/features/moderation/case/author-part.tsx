import * as words from '#words/moderation';
import type { ModerationCase, PersonHistory } from '@roost/contract/moderation';
import { Part } from '../desk/part.tsx';
import { Measures } from '../people/measures.tsx';
import { PersonFigures } from '../people/person-figures.tsx';
import { PersonName } from '../person-name.tsx';
import { DecisionList } from './decision-list.tsx';

/** The author of the subject, and earlier decisions about them. */
export function AuthorPart({
  author,
  history,
}: {
  author: ModerationCase['author'];
  history: PersonHistory | null;
}) {
  return (
    <Part title={words.author} end={<PersonName person={author} />}>
      {history ? (
        <>
          <PersonFigures history={history} />
          <Measures measures={history.measures} />
          <h3 className="mt-5 mb-2 text-meta font-semibold text-muted">
            {words.decisionsAboutThisPerson}
          </h3>
          <DecisionList decisions={history.decisions} hasCases />
        </>
      ) : (
        <p className="text-meta text-muted">{words.thisPersonWasErased}</p>
      )}
    </Part>
  );
}
