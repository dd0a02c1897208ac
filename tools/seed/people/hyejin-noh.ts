import type { Persona } from '../persona.ts';

export const hyejin: Persona = {
  username: 'hyejin_noh',
  fullName: '노혜진 Hye-jin Noh',
  bio: 'Builds synths out of what the harbour throws away. Busan. Slow music for ships. 느린 소리.',
  joined: 244,
  interests: ['synths', 'repair', 'sound'],
  posts: [
    {
      text: 'Patch notes for tonight: one oscillator, one filter, one fan heater that I forgot to turn off and that turned out to be the best part. #Patch',
      isLoved: true,
      replies: [
        {
          by: 'yegor_lapin',
          text: 'Which note is the heater?',
          replies: [{ by: 'hyejin_noh', text: 'A flat, when warm.' }],
        },
      ],
    },
    {
      text: 'Found at the harbour: a foghorn driver, heavy as a child. Carried it home on the bus. Paid for two.',
      isLoved: true,
      replies: [
        { by: 'pelle_nyqvist', text: 'Please, please post what it does.' },
        {
          by: 'otto_feldmann',
          text: 'Und die Nachbarn?',
          replies: [{ by: 'hyejin_noh', text: 'I tested it at noon. Three ships answered.' }],
        },
      ],
    },
    { text: '비 오는 날 지붕 소리를 녹음했다. 일곱 번째 양철판이 제일 좋은 소리를 낸다.' },
    {
      text: 'Every tutorial: “it’s easy.” Every tutorial, 40 minutes later: “as you can see, I have already done the hard part.”',
      replies: [
        { by: 'lena_brandt', text: 'Same with washing machines.' },
        { by: 'bao_lin', text: 'And sourdough.' },
      ],
    },
    {
      text: 'Music lesson with my grandmother: I played her the new piece, eleven minutes, one chord. She said “it’s like waiting for your grandfather”. I asked if that was good. She said “he always came”.',
      isLoved: true,
      replies: [
        { by: 'farida_books', text: 'Crying in the shop.' },
        { by: 'grace_whitlock', text: 'One chord is plenty.' },
      ],
    },
    {
      text: 'Soldered for five hours, wrong way round. The smoke had a nice pitch.',
      replies: [{ by: 'lena_brandt', text: 'Magic smoke, key of regret.' }],
    },
    {
      text: 'For those who asked, the schematic of the rain counter: https://slow.example.org/rain-counter. It clocks your sequencer from a gutter.',
      isEdited: true,
      replies: [
        { by: 'yegor_lapin', text: 'Собрал. Вчера был дождь. Соседи думают, что это техно.' },
      ],
    },
    {
      text: 'What’s the longest note you ever heard? Mine: a cable in the wind on the bridge, all of a night.',
      replies: [
        {
          by: 'fionnuala_k',
          text: 'Rigging, Force 8, three days. You stop hearing it and then you miss it.',
        },
        { by: 'ailsa_macrae', text: 'The wind in the letterbox. Since 1994.' },
      ],
    },
    {
      text: 'Harbour concert was nine people and a dog. The dog left after the second piece. Tough critic, correct.',
    },
    {
      text: 'The ferry company has asked me to make the sound it plays before announcements. Three notes, two seconds. I’ve made four hundred of them. Too happy is cruel at six in the morning. Too sad and people look for the lifeboats. My grandmother listened to the last ten and said they were all fine, but that the old one had been the sound of my grandfather coming home. So now it’s the old one, a little slower. I won’t get paid much for it. #SlowMusic',
      hoursAgo: 34,
      isLoved: true,
      replies: [
        { by: 'otto_feldmann', text: 'Die alte, ein wenig langsamer. Sie haben alles verstanden.' },
      ],
    },
    {
      text: 'Opened a dead rice cooker for its thermostat. It clicks at exactly 104 bpm. I don’t choose the tempo, I only cook. #RepairCafe',
      hoursAgo: 16,
      isLoved: true,
    },
  ],
};
