import fc from 'fast-check';

export const PEOPLE = 2;

export type Change = 'charge' | 'fail' | 'failForGood' | 'stopAtProvider';
export type Forgery = 'unsigned' | 'wrongSecret' | 'altered' | 'nobody' | 'noSubscription';

/** What can happen in the life of subscriptions. */
export type Step =
  | { do: 'create'; who: number; plan: 'MONTHLY' | 'ANNUAL'; trouble?: 'away' | 'lost' }
  | { do: 'cancel'; who: number; trouble?: 'away' }
  | { do: 'change'; who: number; change: Change }
  | { do: 'wait'; days: number }
  /** To the end of what this one paid for, and so many days beyond. */
  | { do: 'waitForEnd'; who: number; days: number }
  /** Some of the events, and with `all` everything that waits; while the provider is away, if so. */
  | { do: 'deliver'; picks: number[]; copies: number; all: boolean; trouble?: 'away' }
  /** Somebody asks; before the answer is here it changes, and that is told and asked about. */
  | { do: 'race'; who: number; change: Change }
  | { do: 'forge'; who: number; how: Forgery }
  | { do: 'drop' }
  /** What is done each hour. */
  | { do: 'hourly'; trouble?: 'away' }
  /** Everything is asked about. */
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

const all: Step = { do: 'reconcile' };
const hourly: Step = { do: 'hourly' };
const told: Step = { do: 'deliver', picks: [0], copies: 2, all: true };
const later = (days: number): Step => ({ do: 'waitForEnd', who: 0, days });
const changed = (what: Change, index = 0): Step => ({ do: 'change', who: index, change: what });

/** Turns a life can take that chance would seldom find. */
export const turns: [Step[]][] = [
  [
    [
      told,
      { do: 'cancel', who: 0 },
      later(-1),
      later(0),
      later(1),
      hourly,
      { do: 'create', who: 0, plan: 'ANNUAL' },
      changed('charge'),
      told,
    ],
  ],
  [[all, later(1), changed('fail'), told, later(2.9), all, changed('charge'), told]],
  [[all, later(2.9), later(3.1), all, changed('charge'), told]],
  [
    [
      { do: 'drop' },
      { do: 'cancel', who: 0 },
      hourly,
      later(-1),
      { do: 'create', who: 0, plan: 'MONTHLY' },
    ],
  ],
  // The answer is lost, what was made is paid; beside another, and alone.
  [
    [
      told,
      later(4),
      { do: 'reconcile' },
      { do: 'create', who: 0, plan: 'MONTHLY', trouble: 'lost' },
      { do: 'create', who: 0, plan: 'MONTHLY' },
      changed('charge'),
      told,
      all,
    ],
  ],
  [
    [
      told,
      later(4),
      { do: 'reconcile' },
      { do: 'create', who: 0, plan: 'ANNUAL', trouble: 'lost' },
      changed('charge'),
      told,
      { do: 'cancel', who: 0 },
    ],
  ],
  // An answer that comes late.
  [[told, later(0), { do: 'race', who: 0, change: 'fail' }]],
  [
    [
      told,
      later(4),
      { do: 'reconcile' },
      { do: 'create', who: 0, plan: 'MONTHLY' },
      { do: 'race', who: 0, change: 'charge' },
    ],
  ],
  [[told, { do: 'race', who: 0, change: 'stopAtProvider' }, later(1), hourly]],
  [[told, later(1), { do: 'deliver', picks: [0], copies: 1, all: true, trouble: 'away' }, hourly]],
];
