import '../features/moderation/live-moderation.ts';
import * as words from '#words/screens';
import { Keyboard } from 'lucide-react';
import { useEffect, useState } from 'react';
import { AppealList } from '../features/moderation/appeals/appeal-list.tsx';
import { AuditLog } from '../features/moderation/audit/audit-log.tsx';
import { DelayedBar } from '../features/moderation/decisions/delayed-bar.tsx';
import { sendAllNow } from '../features/moderation/decisions/delayed-acts.ts';
import { CasesPart } from '../features/moderation/desk/cases-part.tsx';
import { FactorNeeded, needsFactor } from '../features/moderation/desk/desk-error.tsx';
import { DeskNav, type DeskPart } from '../features/moderation/desk/desk-nav.tsx';
import { KeysDialog } from '../features/moderation/desk/keys-dialog.tsx';
import { PersonView } from '../features/moderation/people/person-view.tsx';
import { useQueue } from '../features/moderation/queue/cases.query.ts';
import { usePageTitle } from '../lib/page/page-title.ts';
import { useIsWide } from '../lib/page/screen-width.ts';
import { goBack } from '../lib/router/go-back.ts';
import { useLocation } from '../lib/router/router.tsx';
import { matchPath } from '../lib/router/match-path.ts';
import { paths } from '../paths.ts';
import { UnknownPath } from '../shell/pages/unknown-path.tsx';
import { IconButton } from '../ui/controls/icon-button.tsx';
import { PageHeader } from '../ui/page-header.tsx';

/** The part of the desk at this path. Undefined for an unknown path. */
function placeAt(pathname: string): { part: DeskPart; id?: string } | undefined {
  if (matchPath(paths.moderation, pathname)) return { part: 'cases' };
  const { part } = matchPath(paths.moderationPart(':part'), pathname) ?? {};
  if (part === 'appeals' || part === 'audit') return { part };
  const { caseId } = matchPath(paths.moderationCase(':caseId'), pathname) ?? {};
  if (caseId !== undefined) return { part: 'cases', id: caseId };
  const { userId } = matchPath(paths.moderationPerson(':userId'), pathname) ?? {};
  if (userId !== undefined) return { part: 'people', id: userId };
  return undefined;
}

/**
 * The desk of the moderators: cases, appeals, the log, and people. When the moderator leaves it, the decisions that wait are sent
 * at once.
 */
export function ModerationScreen() {
  const place = placeAt(useLocation().pathname);
  const isWide = useIsWide();
  const [hasKeysOpen, setKeysOpen] = useState(false);
  const { list, waiting } = useQueue();
  usePageTitle(words.moderation);
  useEffect(() => () => sendAllNow(), []);
  if (!place) return <UnknownPath />;
  const { part, id } = place;
  const isItem = id !== undefined && (part === 'people' || !isWide);
  return (
    <>
      <PageHeader
        title={isItem ? (part === 'people' ? words.person : words.case) : words.moderation}
        {...(isItem && { onBack: () => goBack(paths.moderation) })}
        actions={
          part === 'cases' &&
          isWide && (
            <IconButton
              label={words.keys}
              aria-haspopup="dialog"
              aria-keyshortcuts="?"
              onClick={() => setKeysOpen(true)}
            >
              <Keyboard />
            </IconButton>
          )
        }
      />
      {!isItem && <DeskNav part={part} waiting={waiting} />}
      {needsFactor(list.error) ? (
        <FactorNeeded />
      ) : (
        <>
          {part === 'cases' && <CasesPart caseId={id} onShowKeys={() => setKeysOpen(true)} />}
          {part !== 'cases' && (
            <div className="max-w-[45rem] border-line lg:min-h-dvh lg:border-e">
              {part === 'appeals' && <AppealList />}
              {part === 'audit' && <AuditLog />}
              {part === 'people' && id !== undefined && <PersonView key={id} userId={id} />}
            </div>
          )}
        </>
      )}
      {/* Posting is no part of the desk, and forms need the room of its button. */}
      <span data-no-post-button hidden />
      <DelayedBar />
      <KeysDialog open={hasKeysOpen} onOpenChange={setKeysOpen} />
    </>
  );
}
