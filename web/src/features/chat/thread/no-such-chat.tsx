import * as words from '#words/chat';
import { Link } from '../../../lib/router/link.tsx';
import { isNothingFound } from '../../../lib/api/nothing-found.ts';
import { buttonLook } from '../../../ui/controls/button.tsx';
import { EmptyState } from '../../../ui/states/empty-state.tsx';
import { closeChat } from '../window/open-chat.ts';
import { paths } from '../../../paths.ts';

/** Shown for a chat that cannot exist. A retry would not help, so the link leads back to the messages. */
export function NoSuchChat({ error, isPage }: { error: Error; isPage: boolean }) {
  return (
    <div role="alert">
      <EmptyState
        title={isNothingFound(error) ? words.thisAccountDoesntExist : error.message}
        action={
          <Link
            to={paths.messages}
            // As a page, the chat closes when the address changes.
            onClick={isPage ? undefined : closeChat}
            replace={isPage}
            className={buttonLook({ variant: 'secondary' })}
          >
            {words.backToMessages}
          </Link>
        }
      />
    </div>
  );
}
