import { BirdHouse } from '../../src/ui/illustrations/bird-house.tsx';
import { EmptyNest } from '../../src/ui/illustrations/empty-nest.tsx';
import { SiteLogo } from '../../src/ui/illustrations/site-logo.tsx';
import { LookoutBird } from '../../src/ui/illustrations/lookout-bird.tsx';
import { LostFeather } from '../../src/ui/illustrations/lost-feather.tsx';
import { QuietBell } from '../../src/ui/illustrations/quiet-bell.tsx';
import { SingingBird } from '../../src/ui/illustrations/singing-bird.tsx';
import { TwoOnAWire } from '../../src/ui/illustrations/two-on-a-wire.tsx';
import { Wires } from '../../src/ui/illustrations/wires.tsx';
import { QrCode } from '../../src/ui/qr-code.tsx';
import { Button } from '../../src/ui/controls/button.tsx';
import { Alert } from '../../src/ui/states/alert.tsx';
import { EmptyState } from '../../src/ui/states/empty-state.tsx';
import { FeedbackLine } from '../../src/ui/states/feedback-line.tsx';
import { ListEnd } from '../../src/ui/states/list-end.tsx';
import { LoadError } from '../../src/ui/states/load-error.tsx';
import { LoadMore } from '../../src/ui/states/load-more.tsx';
import { LoadingLogo } from '../../src/ui/states/loading-logo.tsx';
import { SkeletonRows } from '../../src/ui/states/skeleton-rows.tsx';
import { Skeleton } from '../../src/ui/states/skeleton.tsx';
import { Spinner } from '../../src/ui/states/spinner.tsx';
import { Line, Section } from './section.tsx';

const drawings = {
  'No chat is open.': <TwoOnAWire />,
  'No notifications.': <QuietBell />,
  'This page is gone.': <LostFeather />,
  'Nothing was found.': <LookoutBird />,
  'Premium is yours.': <SingingBird />,
  'Nobody is blocked.': <BirdHouse isOpen={false} />,
  'The house is open.': <BirdHouse isOpen />,
};

const complete = {
  isFetching: false,
  hasNextPage: false,
  isFetchNextPageError: false,
  fetchNextPage: async () => {},
};
const listEnds = {
  'the next page loads': { ...complete, isFetching: true, hasNextPage: true },
  'the next page failed': { ...complete, hasNextPage: true, isFetchNextPageError: true },
  'the list is complete, so nothing shows': complete,
};

export function StateSections() {
  return (
    <>
      <Section title="QR code">
        <div className="size-44">
          <QrCode text="https://example.org/home/profile/robin" label="QR code" />
        </div>
      </Section>
      <Section title="States">
        <div className="flex flex-col gap-3">
          <Alert type="success">Saved</Alert>
          <Alert type="error">The server took too long to answer. Please try again.</Alert>
          <Alert type="info">Your session has ended. Please sign in again.</Alert>
          <FeedbackLine feedback={{ text: 'Saved', isError: false }} />
          <FeedbackLine feedback={{ text: 'Save failed', isError: true }} />
        </div>
        <EmptyState
          drawing={<EmptyNest />}
          title="No posts yet."
          action={<Button>Write the first</Button>}
        />
        <LoadError message="The feed did not load." onRetry={() => {}} />
        <SkeletonRows
          label="Loading rows"
          count={2}
          widths={['w-1/2', 'w-2/3']}
          row={(width) => <Skeleton className={`mt-2 h-4 ${width}`} />}
        />
        <Line>
          <LoadingLogo />
          <Spinner />
        </Line>
      </Section>
      <Section title="Ends of a list">
        {Object.entries(listEnds).map(([state, list]) => (
          <div key={state}>
            <p className="pt-3 text-meta text-muted">{state}</p>
            <ListEnd list={list} count={20} ahead="0px" failed="The next posts did not load.">
              <Skeleton className="h-4 w-1/2" />
            </ListEnd>
          </div>
        ))}
        <p className="pt-3 text-meta text-muted">placeholders of the next rows</p>
        <LoadMore isFetching ahead="0px" onNear={() => {}}>
          <Skeleton className="h-4 w-2/3" />
        </LoadMore>
      </Section>
      <Section title="Drawings">
        <Line>
          <SiteLogo className="size-12" />
          <Wires />
        </Line>
        {Object.entries(drawings).map(([title, drawing]) => (
          <EmptyState key={title} drawing={drawing} title={title} />
        ))}
      </Section>
    </>
  );
}
