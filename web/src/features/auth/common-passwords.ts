/** The most frequent leaked passwords (from zxcvbn's list), in the order of frequency. */
export const commonPasswords = `
123456 password 12345678 qwerty 123456789 12345 1234 111111 1234567 dragon 123123 baseball abc123
football monkey letmein shadow master michael mustang 666666 qwertyuiop 123321 1234567890 superman
1qaz2wsx 7777777 jordan qazwsx jennifer 123qwe 000000 killer trustno1 hunter harley zxcvbnm asdfgh
buster andrew batman soccer tigger charlie robert sunshine thomas iloveyou ranger daniel hockey
george computer michelle jessica starwars pepper klaster 112233 zxcvbn freedom princess joshua
maggie pass ginger 11111111 131313 amanda ashley love cheese 159753 nicole summer matthew chelsea
dallas biteme matrix william yankees 6969 taylor corvette austin access martin heather thunder
merlin secret diamond hello anthony hammer 1234qwer silver gfhjkm justin patrick richard bailey
internet samantha golfer scooter test orange cookie q1w2e3r4t5 maverick jackson sparky mickey
phoenix bigdog snoopy guitar whatever chicken morgan andrea camaro mercedes peanut ferrari cowboy
falcon welcome samsung steelers joseph smokey dakota melissa arsenal boomer eagles tigers marina
nascar gateway porsche yellow monster spider diablo hannah bulldog junior london purple compaq
lakers iceman qwer1234 hardcore cowboys money banana ncc1701 boston brandon tennis johnny miller
q1w2e3r4 coffee scooby 123654 edward nikita mother yamaha brandy barney chester oliver charles
midnight bigdaddy victoria marlboro password1 1q2w3e4r cocacola jordan23 asdfasdf danielle
12344321 jonathan liverpoo qwerty123 passw0rd abcd1234 slipknot scorpion startrek asdfghjkl
redskins qazwsxedc liverpool nicholas dolphins qwertyui metallic mountain benjamin elephant
rush2112 1q2w3e4r5t creative garfield asdfghjk 1qazxsw2 december airborne brooklyn godzilla
4815162342 williams darkness blink182 platinum 01012011 11223344 lifehack 12qwaszx snowball
nintendo november pakistan explorer redwings 789456123 lasvegas guinness christin asdf1234
babygirl michigan carolina alexande minecraft metallica kristina kimberly snickers paradise
caroline 147258369 lacrosse bollocks poohbear qweasdzxc einstein drowssap courtney spitfire
patricia maryjane champion svetlana anderson westside security zaq12wsx alexander 123456789a
1232323q scarface qwerty12 marshall veronica stargate 12345qwert semperfi brittany scotland
cherokee simpsons michael1 vladimir franklin infinity passport bulldogs 1234554321 budlight
softball fktrcfylh kawasaki wildcats logitech swordfis motorola alexandr patriots colorado
juventus freeuser warcraft wolverin elizabet valentin mitchell password123 ncc1701d spiderma
hello123 virginia pearljam 123qweasd predator charlie1 panthers peekaboo rolltide american
cardinal chevelle fyfcnfcbz loverboy lovelove 123654789 changeme electric darkside hercules
lawrence wolfpack letmein1 741852963 spiderman blizzard cheyenne 123456789q cjkysirj 147852369
sterling basketball a1b2c3d4 freepass airplane billybob stingray chocolat zeppelin firebird
business greenday tarheels 01011980 hellfire engineer serenity fireball 1029384756 remember
darkstar mustang1 pavilion bobafett 01012000 dbrnjhbz harrison welcome1 swimming defender precious
icecream swordfish presario rockstar airforce thailand 21122112 bluebird goldfish wrangler
cadillac longhorn microsoft christia qazwsx123 assassin atlantis 123qweasdzxc lonewolf software
leonardo srinivas angelina valentina veronika babydoll wordpass butterfly devildog mistress
freedom1 soso123aljg montreal wolfgang 31415926 hotstuff basketba birthday stephani jessica1
testtest kathleen savannah shamrock deftones goldberg renegade hamilton cristina
`
  .trim()
  .split(/\s+/);
