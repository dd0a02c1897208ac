import type { Persona } from '../persona.ts';

export const takumi: Persona = {
  username: 'takumi_mori',
  fullName: '森 匠 Takumi Mori',
  bio: 'Kyoto. Film photographs of ordinary mornings, and of herons who do not care. 日々の写真。',
  joined: 377,
  interests: ['film', 'birds', 'walking'],
  isHub: true,
  posts: [
    { text: '今朝の鴨川。サギが一羽、私より先に来ていた。' },
    {
      text: 'One camera, one lens, one roll a week. People ask what happens when I see something on frame 37. I look at it. #OneRoll',
      isLoved: true,
      replies: [
        { by: 'ines_alvarado', text: 'Number 37 is always the best one.' },
        { by: 'dylan_yazzie', text: 'I run without a watch for the same reason.' },
      ],
    },
    {
      hoursAgo: 20 * 24,
      text: 'The old man who repairs shutters in Teramachi closed his shop today. He gave me a small bag of springs and said: you won’t need these, but somebody will.',
      isLoved: true,
      replies: [
        {
          by: 'lena_brandt',
          text: 'If any of them fit a rangefinder from the fifties, I know that somebody.',
          replies: [
            {
              by: 'takumi_mori',
              text: 'I will send you a photograph of the bag. And then the bag.',
            },
          ],
        },
        { by: 'otto_feldmann', text: 'Ein Beutel Federn ist ein Testament.' },
      ],
    },
    { text: 'Developing at the kitchen sink. Water 20°. Outside 20°. A rare agreement.' },
    { text: '雨の日は光がやさしい。急がなくていい、と言われている気がする。', shows: 'rain' },
    {
      text: 'I have photographed the same corner every day for a year. Yesterday the shopkeeper came out and asked which day had been the best. We looked through all of them together. It was a Tuesday, with a bicycle. #OneRoll',
      isLoved: true,
      replies: [
        { by: 'zainab_qureshi', text: 'The most beautiful thing I’ve read here this month.' },
        {
          by: 'bert_vdp',
          text: 'Whose bicycle?',
          replies: [{ by: 'takumi_mori', text: 'Hers. She had forgotten it.' }],
        },
      ],
    },
    {
      text: 'Grey heron, fourteen minutes, no movement. I moved four times. Score: heron. #Birding',
      replies: [{ by: 'tomas_hrubec', text: 'They train for this. You never stood a chance.' }],
    },
    {
      text: 'A question about contact sheets: do you mark the good ones, or the ones you want to understand?',
      replies: [
        { by: 'ewa_mazurek', text: 'The second. The good ones can look after themselves.' },
        { by: 'noa_clay', text: 'I keep the cracked pots on the shelf at eye level. Same thing.' },
      ],
    },
    {
      text: '祖父のカメラにフィルムが残っていた。二十年前の庭が写っていた。柿の木がまだ小さい。',
      shows: 'garden',
      isLoved: true,
      replies: [
        { by: 'bao_lin', text: '看到這個,眼眶有點熱。' },
        {
          by: 'hyejin_noh',
          text: 'Did you print it for the family?',
          replies: [
            {
              by: 'takumi_mori',
              text: 'Yes. My mother put it next to the window that shows the tree now.',
            },
          ],
        },
      ],
    },
    { text: 'Light leak on frames 5 to 9. I have decided it is weather.' },
    {
      text: 'New batch of contact sheets is up at https://mornings.example.org — no captions, please bring your own.',
      isEdited: true,
    },
    {
      text: 'Loaded the camera for today. Anyone else? One roll, one day, no looking back until tomorrow. #OneRoll',
      hoursAgo: 22,
      isLoved: true,
      replies: [
        { by: 'ines_alvarado', text: 'In. Thumb at the ready.' },
        { by: 'rosa_quispe', text: 'Yo también, con la cámara de mi tía.' },
        { by: 'zainab_qureshi', text: 'In! Walled city, only signs.' },
      ],
    },
    {
      text: '駅前のベンチ、木製、三人掛け。おばあさんと猫が一匹。猫が真ん中。 #BenchCount',
      shows: 'station',
      hoursAgo: 9,
      isLoved: true,
      replies: [{ by: 'mateus_figueira', text: 'Counted, with the cat as one full person.' }],
    },
  ],
};
