import { Link } from 'react-router';
import { isNothingFound } from '../../../lib/nothing-found.ts';
import { buttonLook } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { MESSAGES_PATH } from '../place/chat-place.ts';
import { closeChat } from '../place/open-chat.ts';

/** A chat there can't be: another try would not help, so the way leads back. */
export function NoSuchChat({ error, isPage }: { error: Error; isPage: boolean }) {
  return (
    <div role="alert">
      <EmptyState
        title={isNothingFound(error) ? 'User not found.' : error.message}
        action={
          <Link
            to={MESSAGES_PATH}
            // A page is closed by being left.
            onClick={isPage ? undefined : closeChat}
            replace={isPage}
            className={buttonLook({ variant: 'secondary' })}
          >
            Back to messages
          </Link>
        }
      />
    </div>
  );
}
