/** One message; without words it is a picture. */
export interface LineDraft {
  by: string;
  text: string;
  /** A picture with it of what these words are about. */
  shows?: string;
  /** Since the line before; a few minutes unless said. */
  hoursLater?: number;
}

export interface ChatDraft {
  between: [string, string];
  /** When the last line was written. */
  hoursAgo: number;
  lines: LineDraft[];
  /** How many of the last lines whoever they are for has not read yet. */
  unread?: number;
}

/** What people of the demo have written to each other; Inés and the others one signs in as first have most of it. */
export const chats: ChatDraft[] = [
  {
    between: ['ines_alvarado', 'mateus_figueira'],
    hoursAgo: 0.4,
    unread: 2,
    lines: [
      {
        by: 'ines_alvarado',
        text: 'Which platform in Porto has a bench I can sleep on? Asking ahead.',
      },
      {
        by: 'mateus_figueira',
        text: 'None you should. But Campanhã, line 12, has one in the sun until five.',
      },
      { by: 'ines_alvarado', text: 'Armrests?' },
      { by: 'mateus_figueira', text: 'Removed in 2019. I wrote them a letter of thanks.' },
      { by: 'ines_alvarado', text: 'Of course you did.', hoursLater: 0.2 },
      { by: 'mateus_figueira', text: 'It is still there, I went by this morning.', hoursLater: 20 },
      { by: 'mateus_figueira', text: '', shows: 'bench' },
    ],
  },
  {
    between: ['ines_alvarado', 'pelle_nyqvist'],
    hoursAgo: 2.2,
    unread: 1,
    lines: [
      { by: 'pelle_nyqvist', text: 'Page 212 of the tide tables book. Have you got there?' },
      { by: 'ines_alvarado', text: 'Don’t spoil it.' },
      { by: 'pelle_nyqvist', text: 'The water comes back.' },
      { by: 'ines_alvarado', text: 'Pelle.', hoursLater: 1 },
      {
        by: 'pelle_nyqvist',
        text: 'And goes again. I shall say no more. Are you on the Göteborg train in May?',
        hoursLater: 26,
      },
    ],
  },
  {
    between: ['rosa_quispe', 'ines_alvarado'],
    hoursAgo: 5,
    lines: [
      { by: 'rosa_quispe', text: '¿Llegaste?' },
      { by: 'ines_alvarado', text: 'Llegué, con seis horas de retraso y una bolsa de ciruelas.' },
      { by: 'rosa_quispe', text: 'Ácidas.' },
      { by: 'ines_alvarado', text: 'Perfectas. Te guardo el hueso.' },
    ],
  },
  {
    between: ['takumi_mori', 'ines_alvarado'],
    hoursAgo: 9,
    lines: [
      { by: 'takumi_mori', text: 'Your thumb series. I am serious about the exhibition.' },
      { by: 'ines_alvarado', text: 'I have one without a thumb now. Look.', hoursLater: 3 },
      { by: 'ines_alvarado', text: '', shows: 'train' },
      { by: 'takumi_mori', text: 'Good. A little too early with the shutter, as one should be.' },
    ],
  },
  {
    between: ['ines_alvarado', 'farida_books'],
    hoursAgo: 31,
    lines: [
      {
        by: 'ines_alvarado',
        text: 'The twelve copies you ordered of a novel I have not written: where shall I send them?',
      },
      { by: 'farida_books', text: 'To the shelf by the samovar. I have dusted it.' },
      { by: 'farida_books', text: 'Title?' },
      { by: 'ines_alvarado', text: '“Two Hours Outside a Town”. 300 pages. Everyone gets a plum.' },
      { by: 'farida_books', text: 'Sold.', hoursLater: 2 },
    ],
  },
  {
    between: ['ibrahim_ustun', 'ines_alvarado'],
    hoursAgo: 74,
    lines: [
      {
        by: 'ibrahim_ustun',
        text: 'A woman ran for my tram today with a suitcase held over her head. I thought of you and waited.',
      },
      {
        by: 'ines_alvarado',
        text: 'It could have been me. It was not, I would have said good morning louder.',
      },
    ],
  },
  {
    between: ['claudette_n', 'kwame_boadi'],
    hoursAgo: 1.1,
    unread: 1,
    lines: [
      {
        by: 'claudette_n',
        text: 'How much does one of your chairs weigh? I carry by bicycle, so in kilos and in elbows please.',
      },
      {
        by: 'kwame_boadi',
        text: 'Four kilos and two elbows. The rocking one: nine, and it rocks while you ride.',
      },
      { by: 'claudette_n', text: 'I have carried a sofa uphill. It also rocked.' },
      {
        by: 'kwame_boadi',
        text: 'Then you get the rocking one, and I want a picture.',
        hoursLater: 4,
      },
    ],
  },
  {
    between: ['ines_alvarado', 'claudette_n'],
    hoursAgo: 50,
    lines: [
      {
        by: 'ines_alvarado',
        text: 'About the train you missed by bicycle: did they at least wave?',
      },
      { by: 'claudette_n', text: 'One child did. With both hands.' },
      { by: 'ines_alvarado', text: 'Then it counts as caught.' },
    ],
  },
  {
    between: ['otto_feldmann', 'lena_brandt'],
    hoursAgo: 3.3,
    unread: 2,
    lines: [
      { by: 'otto_feldmann', text: 'Wann hat der Flügel im Café zuletzt einen Stimmer gesehen?' },
      { by: 'lena_brandt', text: 'Einen mit Ahnung? 2011.' },
      { by: 'otto_feldmann', text: 'Ich höre ihn bis Graz.' },
      { by: 'lena_brandt', text: 'Samstag gibt es Apfelkuchen.', hoursLater: 18 },
      { by: 'lena_brandt', text: 'Das war eine Einladung, Otto.' },
    ],
  },
  {
    between: ['otto_feldmann', 'grace_whitlock'],
    hoursAgo: 28,
    lines: [
      {
        by: 'grace_whitlock',
        text: 'I read all your posts with a dictionary, and I have finished the letter K.',
      },
      { by: 'otto_feldmann', text: 'K is the best of them. Klavier, Kaffee, Kuchen.' },
      { by: 'grace_whitlock', text: 'Then I shall rest here a while.' },
    ],
  },
  {
    between: ['amara_okafor', 'bao_lin'],
    hoursAgo: 12,
    unread: 1,
    lines: [
      { by: 'amara_okafor', text: 'My starter has gone quiet. Is there a number I can call?' },
      { by: 'bao_lin', text: 'Talk to it in the morning, before anyone else. 阿姨 also sulks.' },
      {
        by: 'amara_okafor',
        text: 'It worked. I am not going to ask why.',
        shows: 'bread',
        hoursLater: 9,
      },
    ],
  },
  {
    between: ['wren_ashdown', 'tomas_hrubec'],
    hoursAgo: 40,
    lines: [
      {
        by: 'wren_ashdown',
        text: 'On the bathroom window since Tuesday. A moth, or a small owl with ambitions?',
      },
      { by: 'wren_ashdown', text: '', shows: 'moth' },
      { by: 'tomas_hrubec', text: 'For birds I have a book. For this I have only respect.' },
    ],
  },
];
