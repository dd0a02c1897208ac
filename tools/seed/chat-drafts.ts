/** One message. A message without a text is a picture. */
export interface LineDraft {
  by: string;
  text: string;
  /** Attaches a picture of what these words describe. */
  shows?: string;
  /** Hours since the previous message. The default is a few minutes. */
  hoursLater?: number;
}

export interface ChatDraft {
  between: [string, string];
  /** The age of the last message, in hours. */
  hoursAgo: number;
  lines: LineDraft[];
  /** The number of last messages that their receiver has not read. */
  unread?: number;
}

type Say = (text: string, more?: Pick<LineDraft, 'shows' | 'hoursLater'>) => LineDraft;

/** Writes a conversation like a play: `write` gets one function per speaker. */
function chat(
  one: string,
  other: string,
  when: Pick<ChatDraft, 'hoursAgo' | 'unread'>,
  write: (one: Say, other: Say) => LineDraft[],
): ChatDraft {
  const say =
    (by: string): Say =>
    (text, more) => ({ by, text, ...more });
  return { between: [one, other], ...when, lines: write(say(one), say(other)) };
}

/** The demo's conversations. Inés and the other first accounts have most of them. */
export const chats: ChatDraft[] = [
  chat('ines_alvarado', 'mateus_figueira', { hoursAgo: 0.4, unread: 2 }, (ines, mateus) => [
    ines('Which platform in Porto has a bench I can sleep on? Asking ahead.'),
    mateus('None you should. But Campanhã, line 12, has one in the sun until five.'),
    ines('Armrests?'),
    mateus('Removed in 2019. I wrote them a letter of thanks.'),
    ines('Of course you did.', { hoursLater: 0.2 }),
    mateus('It is still there, I went by this morning.', { hoursLater: 20 }),
    mateus('', { shows: 'bench' }),
  ]),
  chat('ines_alvarado', 'pelle_nyqvist', { hoursAgo: 2.2, unread: 1 }, (ines, pelle) => [
    pelle('Page 212 of the tide tables book. Have you got there?'),
    ines('Don’t spoil it.'),
    pelle('The water comes back.'),
    ines('Pelle.', { hoursLater: 1 }),
    pelle('And goes again. I shall say no more. Are you on the Göteborg train in May?', {
      hoursLater: 26,
    }),
  ]),
  chat('rosa_quispe', 'ines_alvarado', { hoursAgo: 5 }, (rosa, ines) => [
    rosa('¿Llegaste?'),
    ines('Llegué, con seis horas de retraso y una bolsa de ciruelas.'),
    rosa('Ácidas.'),
    ines('Perfectas. Te guardo el hueso.'),
  ]),
  chat('takumi_mori', 'ines_alvarado', { hoursAgo: 9 }, (takumi, ines) => [
    takumi('Your thumb series. I am serious about the exhibition.'),
    ines('I have one without a thumb now. Look.', { hoursLater: 3 }),
    ines('', { shows: 'train' }),
    takumi('Good. A little too early with the shutter, as one should be.'),
  ]),
  chat('ines_alvarado', 'farida_books', { hoursAgo: 31 }, (ines, farida) => [
    ines('The twelve copies you ordered of a novel I have not written: where shall I send them?'),
    farida('To the shelf by the samovar. I have dusted it.'),
    farida('Title?'),
    ines('“Two Hours Outside a Town”. 300 pages. Everyone gets a plum.'),
    farida('Sold.', { hoursLater: 2 }),
  ]),
  chat('ibrahim_ustun', 'ines_alvarado', { hoursAgo: 74 }, (ibrahim, ines) => [
    ibrahim(
      'A woman ran for my tram today with a suitcase held over her head. I thought of you and waited.',
    ),
    ines('It could have been me. It was not, I would have said good morning louder.'),
  ]),
  chat('claudette_n', 'kwame_boadi', { hoursAgo: 1.1, unread: 1 }, (claudette, kwame) => [
    claudette(
      'How much does one of your chairs weigh? I carry by bicycle, so in kilos and in elbows please.',
    ),
    kwame('Four kilos and two elbows. The rocking one: nine, and it rocks while you ride.'),
    claudette('I have carried a sofa uphill. It also rocked.'),
    kwame('Then you get the rocking one, and I want a picture.', { hoursLater: 4 }),
  ]),
  chat('ines_alvarado', 'claudette_n', { hoursAgo: 50 }, (ines, claudette) => [
    ines('About the train you missed by bicycle: did they at least wave?'),
    claudette('One child did. With both hands.'),
    ines('Then it counts as caught.'),
  ]),
  chat('otto_feldmann', 'lena_brandt', { hoursAgo: 3.3, unread: 2 }, (otto, lena) => [
    otto('Wann hat der Flügel im Café zuletzt einen Stimmer gesehen?'),
    lena('Einen mit Ahnung? 2011.'),
    otto('Ich höre ihn bis Graz.'),
    lena('Samstag gibt es Apfelkuchen.', { hoursLater: 18 }),
    lena('Das war eine Einladung, Otto.'),
  ]),
  chat('otto_feldmann', 'grace_whitlock', { hoursAgo: 28 }, (otto, grace) => [
    grace('I read all your posts with a dictionary, and I have finished the letter K.'),
    otto('K is the best of them. Klavier, Kaffee, Kuchen.'),
    grace('Then I shall rest here a while.'),
  ]),
  chat('amara_okafor', 'bao_lin', { hoursAgo: 12, unread: 1 }, (amara, bao) => [
    amara('My starter has gone quiet. Is there a number I can call?'),
    bao('Talk to it in the morning, before anyone else. 阿姨 also sulks.'),
    amara('It worked. I am not going to ask why.', { shows: 'bread', hoursLater: 9 }),
  ]),
  chat('wren_ashdown', 'tomas_hrubec', { hoursAgo: 40 }, (wren, tomas) => [
    wren('On the bathroom window since Tuesday. A moth, or a small owl with ambitions?'),
    wren('', { shows: 'moth' }),
    tomas('For birds I have a book. For this I have only respect.'),
  ]),
];
