import type { Persona } from '../persona.ts';

export const lena: Persona = {
  username: 'lena_brandt',
  fullName: 'Lena Brandt',
  bio: 'Repariert Toaster und gelegentlich Stimmungen. Repair café in Leipzig, Saturdays, there is cake.',
  joined: 355,
  interests: ['repair', 'neighbourhood', 'synths', 'film'],
  isHub: true,
  posts: [
    {
      text: 'Saturday at the #RepairCafe in figures: 41 things came, 29 went home working, 7 wait for parts, 5 were declared dead with dignity. One of the dead was a radio whose owner only wanted somebody to say it.',
      isLoved: true,
      replies: [
        { by: 'otto_feldmann', text: 'Das Letzte ist auch eine Reparatur.' },
        {
          by: 'amara_okafor',
          text: 'And the cake?',
          replies: [{ by: 'lena_brandt', text: '3 cakes came, 0 went home.' }],
        },
      ],
    },
    {
      text: 'Heute: Ein Herr bringt eine Lampe. „Sie flackert.“ Wir prüfen alles. Sie flackert nicht. Er: „Dann ist es bei mir einsam und hier nicht.“ Er hat jetzt die Kaffeekasse übernommen.',
      isLoved: true,
      replies: [
        {
          by: 'farida_books',
          text: 'I read this with a dictionary and then again without. Thank you.',
        },
      ],
    },
    {
      text: 'If a screw is shaped so that you can’t open it, it isn’t your thing, it’s on loan.',
      isLoved: true,
      replies: [
        { by: 'hyejin_noh', text: 'Glued cases even more so. I have a hot knife and a grudge.' },
      ],
    },
    {
      text: 'Small wonder of the day: a seven-year-old soldered her first joint, looked at it, and said “that’s shiny because it’s happy.” Correct.',
      replies: [{ by: 'leilani_kahale', text: 'Technically flawless description.' }],
    },
    {
      text: 'Suche: Antriebsriemen für ein Tonbandgerät, 62 mm, flach. Biete: Marmelade, Dankbarkeit.',
      replies: [{ by: 'otto_feldmann', text: 'Habe zwei. Nehme die Marmelade.' }],
    },
    {
      text: 'Things people say when handing over a broken appliance:\n“It only needs a fuse.” (It never does.)\n“My husband already looked.” (We can see.)\n“It was my mother’s.” (Then we have all day.)',
      isLoved: true,
      replies: [{ by: 'kwame_boadi', text: 'The third one, every week, with chairs.' }],
    },
    {
      text: 'We now have a shelf called “somebody will need this”. It is the most honest shelf in the building.',
    },
    {
      text: 'Der 2:14-Güterzug hat ein neues Rad. Ich habe angerufen, die haben sich bedankt, und jetzt ist es so still, dass ich wach liege.',
      replies: [{ by: 'ibrahim_ustun', text: 'This makes me more proud than it should.' }],
    },
    {
      hoursAgo: 16 * 24,
      text: 'How to start a repair café, on two pages, with the mistakes we made: https://repair.example.org/two-pages',
      isEdited: true,
      replies: [
        {
          by: 'claudette_n',
          text: 'We open our first one in Kigali next week, bicycles only. Printed it twice.',
        },
      ],
    },
    {
      hoursAgo: 8 * 24,
      text: 'The springs from Kyoto arrived. Forty-one of them, each in a folded piece of newspaper. The third one fits. @takumi_mori your shutter man lives on in a rangefinder on the Karl-Heine canal.',
      isLoved: true,
      replies: [
        {
          by: 'takumi_mori',
          text: 'I told him. He asked: which spring? I said the third. He said: yes, of course.',
        },
      ],
    },
    {
      text: 'Long day at the real job. Came home, took the kettle apart, put it back together. Nothing was wrong with it.',
      audience: 'followers',
    },
    {
      text: 'Doors open in an hour. On the table already: two lamps, a zither, something that may be a waffle iron. #RepairCafe',
      hoursAgo: 8,
      replies: [
        { by: 'otto_feldmann', text: 'Finger weg von der Zither, ich komme.' },
        {
          by: 'lena_brandt',
          text: 'Update: it is a waffle iron. It works. Everyone has been told.',
        },
      ],
    },
    {
      text: 'Bench outside our workshop: two beer crates and a door. On it right now: the zither and its owner, waiting together. #BenchCount',
      hoursAgo: 5,
      isLoved: true,
    },
  ],
};
