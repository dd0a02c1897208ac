import * as words from '#words/moderation';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { messageOf } from '../../../lib/api/api-error.ts';
import { Link } from '../../../lib/router/link.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { outcomeLabels } from '../labels.ts';
import { actAnyway, dismissAct, type DelayedAct, type Newer } from './delayed-acts.ts';

/** Says why an act was not sent, or what it replaced, with a way on. It stays until the moderator presses something. */
export function ActNews({ act }: { act: DelayedAct }) {
  const { newer } = act;
  if (newer) return <NewerDecision act={act} newer={newer} />;
  return (
    <News
      act={act}
      title={words.wasNotDone(act)}
      about={
        <span className="text-danger-text">{messageOf(act.failure, words.somethingWentWrong)}</span>
      }
    >
      <Way act={act} to={act.page} label={words.openPage} />
    </News>
  );
}

/** Somebody else decided about the same. */
function NewerDecision({ act, newer }: { act: DelayedAct; newer: Newer }) {
  const { key, state, anyway, ids } = act;
  const isReplaced = state === 'replaced';
  return (
    <News
      act={act}
      title={whatWasDecided(newer, ids.length)}
      about={
        <>
          {isReplaced ? words.replacedIt(act) : words.wasNotSent(act)}
          {ids.length > 1 && ` ${words.theOthersAreSelected}`}
        </>
      }
    >
      <Way act={act} to={paths.moderationCase(newer.caseId)} label={words.showTheCase} />
      {!isReplaced && anyway && (
        <Button variant="secondary" size="sm" onClick={() => actAnyway(key)}>
          {words.decideAnyway}
        </Button>
      )}
    </News>
  );
}

function whatWasDecided({ moderator, action }: Newer, count: number): string {
  const outcome = outcomeLabels[action];
  return moderator
    ? words.personDecided({ username: moderator.username, count, outcome })
    : words.operatorDecided({ count, outcome });
}

interface NewsProps {
  act: DelayedAct;
  title: string;
  about: ReactNode;
  /** The ways on. */
  children: ReactNode;
}

function News({ act, title, about, children }: NewsProps) {
  return (
    <div role="alert" className="py-2 ps-4 pe-2">
      <div className="flex gap-2">
        <p className="min-w-0 flex-1 pt-1 [overflow-wrap:anywhere]">
          <span className="block font-semibold">{title}</span>
          <span className="block text-meta text-muted">{about}</span>
        </p>
        <IconButton
          label={words.close}
          aria-description={words.actAbout(act)}
          onClick={() => dismissAct(act.key)}
        >
          <X size={18} />
        </IconButton>
      </div>
      <div className="mt-2 mb-1 flex flex-wrap gap-2">{children}</div>
    </div>
  );
}

function Way({ act, to, label }: { act: DelayedAct; to: string; label: string }) {
  return (
    <Link
      to={to}
      onClick={() => dismissAct(act.key)}
      className={buttonLook({ variant: 'secondary', size: 'sm' })}
    >
      {label}
    </Link>
  );
}
