import * as words from '#words/auth';
import { useEffect, useRef, type ComponentType, type ReactNode } from 'react';
import { briefTime } from '../../../lib/format/relative-time.ts';
import { Link } from '../../../lib/router/link.tsx';
import { site } from '../../../lib/site.ts';
import { paths, serverPages } from '../../../paths.ts';
import { Button, buttonLook } from '../../../ui/controls/button.tsx';
import { labelOfReason } from '../reason-labels.ts';
import type { Refusal, RefusalCode } from './refusal.ts';

interface RefusedProps {
  refusal: Refusal;
  /** Returns to the form of the sign-in. */
  onBack: () => void;
}

const contents: Record<RefusalCode, ComponentType<RefusedProps>> = {
  suspended: Suspended,
  banned: Banned,
  awaiting_approval: AwaitingApproval,
};

/** Instead of the sign-in: why this account cannot be used now, and how to go on. */
export function SignInRefused(props: RefusedProps) {
  const Content = contents[props.refusal.code];
  return <Content {...props} />;
}

function Suspended(props: RefusedProps) {
  const { until } = props.refusal;
  return (
    <Refused title={words.suspendedTitle} {...props}>
      <p>{until ? words.suspendedUntil({ date: briefTime(until) }) : words.suspendedForNow}</p>
      <Reason {...props} />
      <WayToAppeal {...props} />
    </Refused>
  );
}

function Banned(props: RefusedProps) {
  return (
    <Refused title={words.bannedTitle} {...props}>
      <p>{words.bannedForGood}</p>
      <Reason {...props} />
      <WayToAppeal {...props} />
    </Refused>
  );
}

function AwaitingApproval(props: RefusedProps) {
  return (
    <Refused title={words.awaitingTitle} {...props}>
      <p>{words.awaitingApproval({ site: site.name })}</p>
    </Refused>
  );
}

function Reason({ refusal }: RefusedProps) {
  const reason = labelOfReason(refusal.reason);
  return reason !== undefined && <p>{words.reasonIs({ reason })}</p>;
}

/** The token goes along in the history state. In an address it would be in logs, and in the history of the browser. */
function WayToAppeal({ refusal: { appealToken, isOfSession } }: RefusedProps) {
  if (isOfSession) return <p>{words.youWereSignedOut}</p>;
  if (appealToken === null) return <p>{words.noAppealLeft}</p>;
  return (
    <>
      <p>{words.youCanAppealOnce}</p>
      <Link to={paths.appeal} state={{ appealToken }} className={buttonLook({ size: 'lg' })}>
        {words.appeal}
      </Link>
    </>
  );
}

/** The title takes the focus, so that screen readers read what replaced the form. */
function Refused({
  title,
  refusal,
  onBack,
  children,
}: RefusedProps & { title: string; children: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <section className="flex flex-col gap-4 [overflow-wrap:anywhere]">
      <h2 ref={heading} tabIndex={-1} className="text-section font-bold outline-none">
        {title}
      </h2>
      {children}
      <Button variant={refusal.isOfSession ? 'primary' : 'secondary'} size="lg" onClick={onBack}>
        {refusal.isOfSession ? words.signIn : words.back}
      </Button>
      <a
        href={serverPages.contact}
        className="self-center rounded-xs py-2 font-semibold text-accent-text hover:underline"
      >
        {words.contactUs}
      </a>
    </section>
  );
}
