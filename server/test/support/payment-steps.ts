import fc from 'fast-check';

export const PEOPLE = 2;

export type Change = 'charge' | 'fail' | 'failForGood' | 'stopAtProvider';
export type Forgery = 'unsigned' | 'wrongSecret' | 'altered' | 'nobody' | 'noSubscription';

/** A step in the lifecycle of subscriptions. */
export type Step =
  | { do: 'create'; who: number; plan: 'MONTHLY' | 'ANNUAL'; trouble?: 'away' | 'lost' }
  | { do: 'cancel'; who: number; trouble?: 'away' }
  | { do: 'change'; who: number; change: Change }
  | { do: 'wait'; days: number }
  /** Waits until `days` after the end of this person's paid period. */
  | { do: 'waitForEnd'; who: number; days: number }
  /** Sends some events, and with `all` every waiting event. `trouble`: the provider is away meanwhile. */
  | { do: 'deliver'; picks: number[]; copies: number; all: boolean; trouble?: 'away' }
  /** A refresh starts, then the state changes and its event arrives before the refresh ends. */
  | { do: 'race'; who: number; change: Change }
  | { do: 'forge'; who: number; how: Forgery }
  | { do: 'drop' }
  /** Runs the hourly reconciliation. */
  | { do: 'hourly'; trouble?: 'away' }
  /** Runs a full reconciliation. */
  | { do: 'reconcile' };

const just = fc.constant;
const from = fc.constantFrom;
const who = fc.nat(PEOPLE - 1);
const plan = from('MONTHLY' as const, 'ANNUAL' as const);
const away = just('away' as const);
const change = from<Change[]>('charge', 'charge', 'fail', 'failForGood', 'stopAtProvider');
const picks = fc.array(fc.nat(50), { minLength: 1, maxLength: 5 });
const copies = fc.integer({ min: 1, max: 4 });
const forgery = from<Forgery[]>('unsigned', 'wrongSecret', 'altered', 'nobody', 'noSubscription');

export const anyStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: just('create' as const), who, plan }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: just('create' as const),
      who,
      plan,
      trouble: from('away' as const, 'lost' as const),
    }),
  },
  { weight: 9, arbitrary: fc.record({ do: just('change' as const), who, change }) },
  { weight: 3, arbitrary: fc.record({ do: just('cancel' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: just('cancel' as const), who, trouble: away }) },
  { weight: 2, arbitrary: fc.record({ do: just('wait' as const), days: from(1, 2, 20, 366) }) },
  {
    weight: 6,
    arbitrary: fc.record({ do: just('waitForEnd' as const), who, days: from(-1, 0, 1, 2.9, 3.1) }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: just('deliver' as const), picks, copies, all: just(false) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: just('deliver' as const), picks, copies, all: just(true) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      do: just('deliver' as const),
      picks,
      copies,
      all: just(true),
      trouble: away,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: just('race' as const), who, change }) },
  { weight: 2, arbitrary: fc.record({ do: just('forge' as const), who, how: forgery }) },
  { weight: 1, arbitrary: fc.record({ do: just('drop' as const) }) },
  { weight: 3, arbitrary: fc.record({ do: just('hourly' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: just('hourly' as const), trouble: away }) },
  { weight: 3, arbitrary: fc.record({ do: just('reconcile' as const) }) },
);

const reconcile: Step = { do: 'reconcile' };
const hourly: Step = { do: 'hourly' };
const deliverAll: Step = { do: 'deliver', picks: [0], copies: 2, all: true };
const waitForEnd = (days: number): Step => ({ do: 'waitForEnd', who: 0, days });
const changeOf = (what: Change, index = 0): Step => ({ do: 'change', who: index, change: what });

/** Lifecycles that random steps would seldom produce. */
export const examples: [Step[]][] = [
  [
    [
      deliverAll,
      { do: 'cancel', who: 0 },
      waitForEnd(-1),
      waitForEnd(0),
      waitForEnd(1),
      hourly,
      { do: 'create', who: 0, plan: 'ANNUAL' },
      changeOf('charge'),
      deliverAll,
    ],
  ],
  [
    [
      reconcile,
      waitForEnd(1),
      changeOf('fail'),
      deliverAll,
      waitForEnd(2.9),
      reconcile,
      changeOf('charge'),
      deliverAll,
    ],
  ],
  [[reconcile, waitForEnd(2.9), waitForEnd(3.1), reconcile, changeOf('charge'), deliverAll]],
  [
    [
      { do: 'drop' },
      { do: 'cancel', who: 0 },
      hourly,
      waitForEnd(-1),
      { do: 'create', who: 0, plan: 'MONTHLY' },
    ],
  ],
  // The creation response is lost and the subscription is paid, once beside another and once alone.
  [
    [
      deliverAll,
      waitForEnd(4),
      { do: 'reconcile' },
      { do: 'create', who: 0, plan: 'MONTHLY', trouble: 'lost' },
      { do: 'create', who: 0, plan: 'MONTHLY' },
      changeOf('charge'),
      deliverAll,
      reconcile,
    ],
  ],
  [
    [
      deliverAll,
      waitForEnd(4),
      { do: 'reconcile' },
      { do: 'create', who: 0, plan: 'ANNUAL', trouble: 'lost' },
      changeOf('charge'),
      deliverAll,
      { do: 'cancel', who: 0 },
    ],
  ],
  // A late response.
  [[deliverAll, waitForEnd(0), { do: 'race', who: 0, change: 'fail' }]],
  [
    [
      deliverAll,
      waitForEnd(4),
      { do: 'reconcile' },
      { do: 'create', who: 0, plan: 'MONTHLY' },
      { do: 'race', who: 0, change: 'charge' },
    ],
  ],
  [[deliverAll, { do: 'race', who: 0, change: 'stopAtProvider' }, waitForEnd(1), hourly]],
  [
    [
      deliverAll,
      waitForEnd(1),
      { do: 'deliver', picks: [0], copies: 1, all: true, trouble: 'away' },
      hourly,
    ],
  ],
];
