/**
 * Names of files as ministry, channels, teachers and phones give them, each with what a person reads in it:
 * `name | kind | grade | branch | subject | year | round | teacher | city`, empty where the name does not say it, `?` where
 * people would not agree. Grades: P, I, R for primary, intermediate, preparatory; branches: S, L, V.
 */
export const fileNames = `
كيمياء_سادس_علمي_2026.pdf | book | R6 | S | CHEMISTRY | 2026 | | |
فيزياء دور1 2024 ص1.jpg | exam | | | PHYSICS | 2024 | 1 | |
ملزمة زينب العبيدي عضوية.pdf | note | | | | | | زينب العبيدي |
نتائج كركوك علمي.zip | result | | S | | | | | كركوك
احياء خامس ط5.pdf | book | R5 | | BIOLOGY | | | |
عربي ثالث متوسط ج1.pdf | book | I3 | | ARABIC | | | |
انكليزي وزاري 2019 د2.pdf | exam | | | ENGLISH | 2019 | 2 | |
قواعد اول متوسط.pdf | book | I1 | | GRAMMAR | | | |
كتاب الرياضيات للصف السادس العلمي الطبعة الجديدة 2025.pdf | book | R6 | S | MATH | 2025 | | |
ملزمة الفيزياء للاستاذ حيدر وليد سادس تطبيقي 2024.pdf | note | R6 | S | PHYSICS | 2024 | | حيدر وليد |
الأسئلة الوزارية - اللغة العربية - الثالث المتوسط - الدور الثاني 2023.pdf | exam | I3 | | ARABIC | 2023 | 2 | |
رياضيات_ثالث_متوسط_2022_دور_ثاني (1).jpg | exam | I3 | | MATH | 2022 | 2 | |
رياضيات_ثالث_متوسط_2022_دور_ثاني (2).jpg | exam | I3 | | MATH | 2022 | 2 | |
@iraq_school_كتاب العلوم للصف الخامس الابتدائي.pdf | book | P5 | | SCIENCE | | | |
كتاب الاسلامية سادس ابتدائي ٢٠٢٣-٢٠٢٤.pdf | book | P6 | | ISLAMIC | 2024 | | |
ملزمة_الاحياء_سادس_احيائي_أ.علي_حسين_2025.pdf | note | R6 | S | BIOLOGY | 2025 | | علي حسين |
اسئلة الكيمياء السادس العلمي 2021 الدور الاول.pdf | exam | R6 | S | CHEMISTRY | 2021 | 1 | |
اسئلة وزارية تاريخ سادس ادبي دور ثالث 2022.jpg | exam | R6 | L | HISTORY | 2022 | 3 | |
وزاريات الرياضيات من 2013 الى 2023 سادس علمي.pdf | note | R6 | S | MATH | 2023 | | |
نتائج الكرخ الاولى السادس الاعدادي الدور الاول 2025.zip | result | R6 | | | 2025 | 1 | | الكرخ الأولى
نتائج_الرصافة_الثانية_ثالث_متوسط_2024_دور2.zip | result | I3 | | | 2024 | 2 | | الرصافة الثانية
ذي قار سادس ابتدائي 2026.zip | result | P6 | | | 2026 | | | ذي قار
النجف ادبي الدور الثاني ٢٠٢٥.zip | result | | L | | 2025 | 2 | | النجف
Physics 6th scientific 2023.pdf | book | R6 | S | PHYSICS | 2023 | | |
chem6-sci-v2.pdf | book | R6 | S | CHEMISTRY | | | |
malzama kimya sadis 3lmi 2024.pdf | note | R6 | S | CHEMISTRY | 2024 | | |
English Book 5th primary.pdf | book | P5 | | ENGLISH | | | |
math-grade-3-intermediate.pdf | book | I3 | | MATH | | | |
IMG_20231012_103512.jpg | exam | | | | ? | | |
IMG-20251103-WA0012.jpg | exam | | | | ? | | |
photo_2024-06-03_09-15-44.jpg | exam | | | | ? | | |
scan0071.pdf | | | | | | | |
document (3).pdf | | | | | | | |
كتاب اللغة الكردية للصف الرابع الاعدادي.pdf | book | R4 | | KURDISH | | | |
ملخص الاقتصاد سادس ادبي.pdf | note | R6 | L | ECONOMICS | | | |
مراجعة مركزة فيزياء السادس العلمي الفصل الاول.pdf | note | R6 | S | PHYSICS | | | |
حلول رياضيات اول متوسط.pdf | note | I1 | | MATH | | | |
دليل المعلم علوم ثالث ابتدائي.pdf | book | P3 | | SCIENCE | | | |
كراس التمارين انكليزي ثاني متوسط.pdf | book | I2 | | ENGLISH | | | |
نسخة من كيمياء سادس علمي.pdf | book | R6 | S | CHEMISTRY | | | |
كتاب الجغرافية الخامس الادبي - نسخة.pdf | book | R5 | L | GEOGRAPHY | | | |
كتاب الفيزياء رابع علمي (2).pdf | book | R4 | S | PHYSICS | | | |
ملزمة الأستاذ مصطفى الراوي رياضيات ثالث متوسط 2025.pdf | note | I3 | | MATH | 2025 | | مصطفى الراوي |
ملازم_الست_هدى_الكرخي_قواعد_سادس.pdf | note | R6 | | GRAMMAR | | | هدى الكرخي |
عربي_وزاري_ثالث_2020_تمهيدي.jpg | exam | I3 | | ARABIC | 2020 | 4 | |
اسلامية وزاري سادس اعدادي 2018 دور اول ص٢.jpg | exam | R6 | | ISLAMIC | 2018 | 1 | |
اجتماعيات ثالث متوسط وزاري ٢٠١٩ دور اول.jpg | exam | I3 | | SOCIAL | 2019 | 1 | |
الدور الثاني 2024 احياء سادس.jpg | exam | R6 | | BIOLOGY | 2024 | 2 | |
فرنسي سادس وزاري 2023.pdf | exam | R6 | | FRENCH | 2023 | | |
(قناة ملازم العراق) كتاب الحاسوب ثاني متوسط.pdf | book | I2 | | COMPUTER | | | |
كتاب علم الاجتماع للصف الرابع الادبي 2024-2025.pdf | book | R4 | L | SOCIOLOGY | 2025 | | |
فلسفة وعلم نفس خامس ادبي.pdf | book | R5 | L | PHILOSOPHY | | | |
القراءة الخلدونية اول ابتدائي.pdf | book | P1 | | READING | | | |
قراءة ثاني ابتدائي ج2.pdf | book | P2 | | READING | | | |
رياضيات خامس ابتدائي طبعة 2026.pdf | book | P5 | | MATH | 2026 | | |
التربية الاخلاقية اول متوسط.pdf | book | I1 | | ETHICS | | | |
وطنية سادس ادبي.pdf | book | R6 | L | NATIONAL_EDUCATION | | | |
كتاب علم الارض الخامس العلمي التطبيقي.pdf | book | R5 | S | GEOLOGY | | | |
تاريخ خامس ادبي 26.pdf | book | R5 | L | HISTORY | 2026 | | |
sadis ibtidai 3arabi.pdf | book | P6 | | ARABIC | | | |
riyadiyat thalith mutawasit wizari 2021 dor 1.jpg | exam | I3 | | MATH | 2021 | 1 | |
Biology notes 6th Dr Ali Hassan.pdf | note | R6 | | BIOLOGY | | | Ali Hassan |
ملزمة النحو د. محمد الجبوري ثالث متوسط.pdf | note | I3 | | GRAMMAR | | | محمد الجبوري |
ملزمة كيمياء ثالث متوسط مستر احمد.pdf | note | I3 | | CHEMISTRY | | | احمد |
ملزمة قوانين الفيزياء السادس العلمي.pdf | note | R6 | S | PHYSICS | | | |
تعاليل الاحياء ثالث متوسط.pdf | note | I3 | | BIOLOGY | | | |
مرشحات اللغة العربية سادس 2025.pdf | note | R6 | | ARABIC | 2025 | | |
بنك اسئلة الانكليزي الثالث المتوسط.pdf | note | I3 | | ENGLISH | | | |
اختبارات شهرية رياضيات رابع ابتدائي.pdf | note | P4 | | MATH | | | |
شرح ادب ونصوص سادس اعدادي.pdf | note | R6 | | ARABIC | | | |
ملزمة_البلاغة_سادس_أدبي_2023.pdf | note | R6 | L | ARABIC | 2023 | | |
الوزاريات المحلولة كيمياء السادس 2010-2024.pdf | note | R6 | | CHEMISTRY | 2024 | | |
حل اسئلة الوزاري فيزياء سادس علمي 2024 دور اول.pdf | note | R6 | S | PHYSICS | 2024 | | |
نتائج السادس الاعدادي البصرة 2024.zip | result | R6 | | | 2024 | | | البصرة
واسط_علمي_2026.zip | result | | S | | 2026 | | | واسط
كربلاء المقدسة - الثالث المتوسط - الدور الاول ٢٠٢٦.zip | result | I3 | | | 2026 | 1 | | كربلاء
صلاح الدين سادس مهني دور ثاني.zip | result | R6 | V | | | 2 | | صلاح الدين
natija_basra_2025.zip | result | | | | 2025 | | | البصرة
results ninewa 3rd intermediate 2025.zip | result | I3 | | | 2025 | | | نينوى
السليمانية ثالث متوسط.rar | result | I3 | | | | | | السليمانية
ميسان.zip | result | | | | | | | ميسان
نتائج الموصل الدور الثالث 2023.zip | result | | | | 2023 | 3 | | نينوى
بابل ادبي ٢٠٢٤ تمهيدي.zip | result | | L | | 2024 | 4 | | بابل
الأنبار_سادس_ابتدائي_الدور_الاول_٢٠٢٥.zip | result | P6 | | | 2025 | 1 | | الأنبار
عربي سادس ابتدائي وزاري 2022 د1 (3).png | exam | P6 | | ARABIC | 2022 | 1 | |
رياضيات سادس ابتدائي 2023 الدور الثاني-2.jpg | exam | P6 | | MATH | 2023 | 2 | |
علوم سادس ابتدائي وزاري 2021.jpg | exam | P6 | | SCIENCE | 2021 | | |
انجليزي السادس الابتدائي الدور الاول 2019.jpeg | exam | P6 | | ENGLISH | 2019 | 1 | |
كيميا سادس علمي احيائي 2020 دور اول صفحة 1.webp | exam | R6 | S | CHEMISTRY | 2020 | 1 | |
فيزيا السادس التطبيقي ٢٠١٧ الدور الثالث ١.jpg | exam | R6 | S | PHYSICS | 2017 | 3 | |
اقتصاد ادبي 2018 دور2.jpg | exam | | L | ECONOMICS | 2018 | 2 | |
جغرافية_سادس_ادبي_2024_دور_اول_1.jpg | exam | R6 | L | GEOGRAPHY | 2024 | 1 | |
2023 دور اول رياضيات سادس علمي.pdf | exam | R6 | S | MATH | 2023 | 1 | |
وزاري 2016 احياء ثالث متوسط دور ثالث.pdf | exam | I3 | | BIOLOGY | 2016 | 3 | |
ثالث متوسط علوم 2022 د٢.jpg | exam | I3 | | SCIENCE | 2022 | 2 | |
باكلوريا انكليزي 2015.pdf | exam | | | ENGLISH | 2015 | | |
الامتحان الوزاري للغة الفرنسية السادس الاعدادي 2020 الدور الثاني.pdf | exam | R6 | | FRENCH | 2020 | 2 | |
كتاب_التاريخ_الرابع_الأدبي_1445.pdf | book | R4 | L | HISTORY | | | |
منهج العلوم الجديد رابع ابتدائي 2025.pdf | book | P4 | | SCIENCE | 2025 | | |
كتاب القرآن الكريم والتربية الاسلامية للصف الثاني المتوسط.pdf | book | I2 | | ISLAMIC | | | |
الرياضيات للصف الرابع العلمي.pdf | book | R4 | S | MATH | | | |
رياضيات الرابع الادبي.pdf | book | R4 | L | MATH | | | |
اللغة الانكليزية للصف السادس الاعدادي كتاب الطالب.pdf | book | R6 | | ENGLISH | | | |
كتاب النشاط انكليزي سادس ابتدائي.pdf | book | P6 | | ENGLISH | | | |
الكيمياء_للصف_الثاني_المتوسط_ط٣_2022.pdf | book | I2 | | CHEMISTRY | 2022 | | |
احياء - الصف الاول المتوسط - 2026.pdf | book | I1 | | BIOLOGY | 2026 | | |
اجتماعيات سادس ابتدائي.pdf | book | P6 | | SOCIAL | | | |
اجتماعيات_ثاني_متوسط_2025_2026.pdf | book | I2 | | SOCIAL | 2026 | | |
حاسوب اول متوسط ٢٠٢٥.pdf | book | I1 | | COMPUTER | 2025 | | |
كتاب الحاسوب - السادس العلمي + الادبي.pdf | book | R6 | ? | COMPUTER | | | |
الادب والنصوص للصف الخامس الادبي.pdf | book | R5 | L | ARABIC | | | |
مطالعة ثاني متوسط.pdf | book | I2 | | READING | | | |
قواعد اللغة العربية للصف الثالث المتوسط الجزء الثاني.pdf | book | I3 | | GRAMMAR | | | |
لغتي العربية رابع ابتدائي ج١.pdf | book | P4 | | ARABIC | | | |
kitab al kimya khamis 3ilmi.pdf | book | R5 | S | CHEMISTRY | | | |
fizya sadis 2025.pdf | book | R6 | | PHYSICS | 2025 | | |
History_5th_literary.pdf | book | R5 | L | HISTORY | | | |
Science Book - Grade 4 Primary.pdf | book | P4 | | SCIENCE | | | |
arabic 3rd intermediate part 2.pdf | book | I3 | | ARABIC | | | |
geography 6 literary 2024.pdf | book | R6 | L | GEOGRAPHY | 2024 | | |
6th primary math book 2023-2024.pdf | book | P6 | | MATH | 2024 | | |
Ministerial Questions Chemistry 2022 First Round.pdf | exam | | | CHEMISTRY | 2022 | 1 | |
english exam 3rd intermediate 2021 round 2.jpg | exam | I3 | | ENGLISH | 2021 | 2 | |
ملزمة رياضيات سادس علمي م. سيف الموصلي t.me/saifmath.pdf | note | R6 | S | MATH | | | سيف الموصلي |
ملزمة الاستاذة نور الجنابي - احياء - سادس.pdf | note | R6 | | BIOLOGY | | | نور الجنابي |
ملزمة التاريخ للمدرس كرار الحسني الثالث المتوسط.pdf | note | I3 | | HISTORY | | | كرار الحسني |
الملزمة الوافية في الكيمياء اعداد الاستاذ علي الساعدي.pdf | note | | | CHEMISTRY | | | علي الساعدي |
ملزمة عربي ثالث متوسط الاستاذ عباس مهدي الكورس الاول.pdf | note | I3 | | ARABIC | | | عباس مهدي |
ملزمة انكلش سادس الاستاذ حسن كريم 2026 @malazim_iq.pdf | note | R6 | | ENGLISH | 2026 | | حسن كريم |
د.احمد_ناظم_فيزياء_سادس_الفصل_الثاني.pdf | note | R6 | | PHYSICS | | | احمد ناظم |
ملزمة الاسلامية سادس اعدادي الشيخ جاسم.pdf | note | R6 | | ISLAMIC | | | ? |
ملزمة الفرنسي سادس ادبي ست رسل.pdf | note | R6 | L | FRENCH | | | رسل |
نوطة رياضيات ثاني متوسط.pdf | note | I2 | | MATH | | | |
اوراق عمل علوم ثاني ابتدائي.pdf | note | P2 | | SCIENCE | | | |
تلخيص تاريخ ثالث متوسط.pdf | note | I3 | | HISTORY | | | |
زبدة الاحياء سادس علمي 2025.pdf | note | R6 | S | BIOLOGY | 2025 | | |
ليلة الامتحان اسلامية ثالث متوسط.pdf | note | I3 | | ISLAMIC | | | |
نماذج اسئلة نصف السنة رياضيات خامس ابتدائي.pdf | note | P5 | | MATH | | | |
مهمات الجغرافية سادس ادبي.pdf | note | R6 | L | GEOGRAPHY | | | |
اسئلة متوقعة كيمياء سادس ٢٠٢٦.pdf | note | R6 | | CHEMISTRY | 2026 | | |
تجميع وزاريات اللغة الانكليزية 2014-2025.pdf | note | | | ENGLISH | 2025 | | |
شرح الفصل الثالث فيزياء خامس علمي.pdf | note | R5 | S | PHYSICS | | | |
سادس علمي/الكيمياء/الفصل الاول.pdf | book | R6 | S | CHEMISTRY | | | |
ثالث متوسط/وزاري/رياضيات/2021 دور اول/1.jpg | exam | I3 | | MATH | 2021 | 1 | |
ثالث متوسط/وزاري/رياضيات/2021 دور اول/2.jpg | exam | I3 | | MATH | 2021 | 1 | |
وزاري سادس ادبي 2023/تاريخ دور ثاني 1.jpg | exam | R6 | L | HISTORY | 2023 | 2 | |
ملازم السادس/فيزياء/حيدر وليد.pdf | note | R6 | | PHYSICS | | | حيدر وليد |
كتب 2026/الخامس الابتدائي/العلوم.pdf | book | P5 | | SCIENCE | 2026 | | |
كتب 2026/الخامس الابتدائي/الانكليزي كتاب النشاط.pdf | book | P5 | | ENGLISH | 2026 | | |
نتائج 2025 الدور الثاني/ديالى.zip | result | | | | 2025 | 2 | | ديالى
نتائج 2025 الدور الثاني/القادسية علمي.zip | result | | S | | 2025 | 2 | | القادسية
الرياضيات/ثاني متوسط ج1.pdf | book | I2 | | MATH | | | |
احياء سادس.pdf | book | R6 | | BIOLOGY | | | |
احياء ثالث.pdf | book | I3 | | BIOLOGY | | | |
كيمياء اول.pdf | book | I1 | | CHEMISTRY | | | |
فيزياء رابع.pdf | book | R4 | | PHYSICS | | | |
اقتصاد خامس.pdf | book | R5 | | ECONOMICS | | | |
رياضيات 3م.pdf | book | I3 | | MATH | | | |
عربي 6 ع.pdf | book | R6 | S | ARABIC | | | |
انكليزي6ب.pdf | book | P6 | | ENGLISH | | | |
كتابالفيزياءسادسعلمي.pdf | book | R6 | S | PHYSICS | | | |
الدورالاول2024رياضياتثالثمتوسط.jpg | exam | I3 | | MATH | 2024 | 1 | |
وزاري_كيمياء_سادس_2019_د١_ص٣.jpg | exam | R6 | | CHEMISTRY | 2019 | 1 | |
Screenshot_2024-05-12-10-33-21_telegram.jpg | exam | | | | ? | | |
WhatsApp Image 2024-07-01 at 10.22.33 AM.jpeg | exam | | | | ? | | |
CamScanner 05-11-2023 12.30.pdf | | | | | ? | | |
New Document(1).pdf | | | | | | | |
ملف نهائي معدل.pdf | | | | | | | |
1.jpg | exam | | | | | | |
ص 12.jpg | exam | | | | | | |
ملزمة.pdf | note | | | | | | |
كتاب.pdf | book | | | | | | |
كتاب الرياضيات.pdf | book | | | MATH | | | |
السادس العلمي.pdf | | R6 | S | | | | |
فيزياء 2025 🔥 سادس علمي 🔥.pdf | book | R6 | S | PHYSICS | 2025 | | |
[كتب منهجية] رياضيات - خامس علمي.pdf | book | R5 | S | MATH | | | |
«التربية الإسلامية» الصف الأول الابتدائي.pdf | book | P1 | | ISLAMIC | | | |
كتابُ اللّغةِ العربيّةِ للصفِّ الثالثِ الابتدائي.pdf | book | P3 | | ARABIC | | | |
العلـــوم للصف السادس الابتدائـــي.pdf | book | P6 | | SCIENCE | | | |
اللغه الانجليزيه ثاني متوسط ٢٠٢٤ - ٢٠٢٥.pdf | book | I2 | | ENGLISH | 2025 | | |
الفيزياء2026.pdf | book | | | PHYSICS | 2026 | | |
تحميل كتاب الكيمياء رابع علمي pdf.pdf | book | R4 | S | CHEMISTRY | | | |
كتاب الاحياء خامس علمي احيائي محمل من موقع مدرستي.pdf | book | R5 | S | BIOLOGY | | | |
www.example.iq - تاريخ اول متوسط.pdf | book | I1 | | HISTORY | | | |
كوردي رابع اعدادي.pdf | book | R4 | | KURDISH | | | |
تربية فنية رابع ابتدائي.pdf | | P4 | | | | | |
محافظة المثنى سادس علمي دور اول ٢٠٢٦.zip | result | R6 | S | | 2026 | 1 | | المثنى
دهوك-علمي-2025-دور1.zip | result | | S | | 2025 | 1 | | دهوك
الرصافه الثالثه ادبي.zip | result | | L | | | | | الرصافة الثالثة
تربية الكرخ الثانية - السادس الابتدائي 2026.zip | result | P6 | | | 2026 | | | الكرخ الثانية
اربيل سادس اعدادي ٢٠٢٥ د٢.zip | result | R6 | | | 2025 | 2 | | أربيل
نتائج_الثالث_متوسط_ذي_قار_2024_الدور_الاول.zip | result | I3 | | | 2024 | 1 | | ذي قار
الاسئلة الوزارية للغة الانكليزية ٢٠٢٥ الدور الاول سادس علمي ص1 من 4.jpg | exam | R6 | S | ENGLISH | 2025 | 1 | |
اسئلة اسلامية ٢٠٢٥ تمهيدي سادس اعدادي.jpg | exam | R6 | | ISLAMIC | 2025 | 4 | |
رياضيات تطبيقي دور اول ٢٠٢٤ ورقة 1.jpg | exam | | S | MATH | 2024 | 1 | |
رياضيات احيائي ٢٠٢٤ دور ١ (2).jpg | exam | | S | MATH | 2024 | 1 | |
عربي 2024 ثالث متوسط دور اول IMG_0001.jpg | exam | I3 | | ARABIC | 2024 | 1 | |
عربي 2024 ثالث متوسط دور اول IMG_0002.jpg | exam | I3 | | ARABIC | 2024 | 1 | |
اسئلة_امتحان_الفيزياء_الخارجي_2023.jpg | exam | | | PHYSICS | 2023 | | |
وزاري الاقتصاد 2017 الدور التكميلي.jpg | exam | | | ECONOMICS | 2017 | 2 | |
مادة العلوم الدور الثاني السادس الابتدائي ٢٠١٨.jpg | exam | P6 | | SCIENCE | 2018 | 2 | |
كيمياء وزاري من 2010 لل 2020.pdf | note | | | CHEMISTRY | 2020 | | |
فصل اول كيمياء سادس ملزمة مهند السوداني.pdf | note | R6 | | CHEMISTRY | | | مهند السوداني |
ملزمة مصطفى الراوي رياضيات.pdf | note | | | MATH | | | مصطفى الراوي |
ملزمة ادب سادس احمد التميمي 2025.pdf | note | R6 | | ARABIC | 2025 | | احمد التميمي |
رياضيات سادس علي حسين ملزمة الفصل الرابع.pdf | note | R6 | | MATH | | | علي حسين |
شهد الزبيدي انكليزي ثالث متوسط.pdf | note | I3 | | ENGLISH | | | شهد الزبيدي |
`
  .trim()
  .split('\n')

/** The same, written down before anybody looked at how names are read: what the reading of new names is worth. */
export const unseenNames = `
كتاب_الفيزياء_السادس_العلمي_2025.pdf | book | R6 | S | PHYSICS | 2025 | |  |
ملزمة الكيمياء للصف السادس العلمي - الاستاذ مهند السوداني 2024.pdf | note | R6 | S | CHEMISTRY | 2024 | | مهند السوداني |
اسئلة وزارية رياضيات ثالث متوسط ٢٠١٩ الدور الثاني.jpg | exam | I3 | ? | MATH | 2019 | 2 | |
نتائج السادس الاعدادي ذي قار الدور الاول 2025.zip | result | R6 | |  | 2025 | 1 | | ذي قار
الاحياء خامس علمي احيائي طبعة 2023.pdf | book | R5 | S | BIOLOGY | 2023 | |  |
ملزمه العربي سادس ادبي الاستاذ عقيل الزبيدي.pdf | note | R6 | L | ARABIC | |  | عقيل الزبيدي |
قواعد اللغة العربية الثالث المتوسط 2022 - نسخة.pdf | book | I3 | | GRAMMAR | 2022 | |  |
وزاري انكليزي سادس ابتدائي 2017 د1 (3).jpeg | exam | P6 | ? | ENGLISH | 2017 | 1 | |
نتائج ثالث متوسط كركوك دور ثاني 2024.zip | result | I3 | |  | 2024 | 2 | | كركوك
math 6 scientific 2024 book.pdf | book | R6 | S | MATH | 2024 | |  |
@qanat_sadis كيمياء سادس علمي الفصل الثاني ملزمة علي ماجد.pdf | note | R6 | S | CHEMISTRY | |  | علي ماجد |
جغرافية_اول_متوسط.pdf | book | I1 | | GEOGRAPHY | |  | |
التاريخ السادس الادبي ٢٠٢٤-٢٠٢٥.pdf | book | R6 | L | HISTORY | 2025 | |  |
حاسوب ثاني متوسط 2023 (1).pdf | book | I2 | | COMPUTER | 2023 | |  |
وزاري اسلامية ثالث متوسط 2020 الدور الثالث.pdf | exam | I3 | ? | ISLAMIC | 2020 | 3 | |
اجتماعيات سادس ابتدائي وزاري 2021 دور أول ص2.png | exam | P6 | ? | SOCIAL | 2021 | 1 | |
نتائج النجف السادس الابتدائي ٢٠٢٣.zip | result | P6 | |  | 2023 | |  | النجف
اقتصاد خامس ادبي الطبعة الجديدة 2022.pdf | book | R5 | L | ECONOMICS | 2022 | |  |
ملزمة فيزياء الرابع العلمي ا. حسنين الجبوري ٢٠٢٥.pdf | note | R4 | S | PHYSICS | 2025 | | حسنين الجبوري |
كراسة الرياضيات ثالث متوسط للاستاذ سيف طارق 2023.pdf | note | I3 | | MATH | 2023 | | سيف طارق |
Telegram_علوم_خامس_ابتدائي.pdf | book | P5 | | SCIENCE | |  | |
وزاري/ثالث متوسط/كيمياء/2018 دور2.jpg | exam | I3 | ? | CHEMISTRY | 2018 | 2 | |
اسئلة وزارية/سادس علمي/فيزياء 2022 دور اول/صفحة 1.jpg | exam | R6 | ? | PHYSICS | 2022 | 1 | |
كتب منهجية/السادس العلمي/الفيزياء.pdf | book | R6 | S | PHYSICS | |  | |
ملازم/سادس ادبي/تاريخ/الاستاذ ليث الخفاجي.pdf | note | R6 | L | HISTORY | |  | ليث الخفاجي |
ثالث متوسط/دور اول 2026/نتائج بابل.zip | result | I3 | |  | 2026 | 1 | | بابل
IMG_20240112_101112.jpg | exam | |  | | ? | |  |
document (4).pdf | |  | |  | |  | |
انكليزي رابع اعدادي طبعه٢٠٢١.pdf | book | R4 | | ENGLISH | 2021 | |  |
English 3rd intermediate 2025.pdf | book | I3 | | ENGLISH | 2025 | |  |
ملزمة الاسلامية سادس علمي الاستاذ محمد جواد 2026.pdf | note | R6 | S | ISLAMIC | 2026 | | محمد جواد |
اسئله الفرنسي السادس الادبي وزاري ٢٠١٦ دور ثاني.pdf | exam | R6 | ? | FRENCH | 2016 | 2 | |
تمهيدي 2024 رياضيات سادس علمي وزاري.jpg | exam | R6 | ? | MATH | 2024 | 4 | |
نتائج الرصافة الثانية سادس علمي الدور الثالث 2024.zip | result | R6 | S | | 2024 | 3 | | الرصافة الثانية
نتائج تربية الانبار الثالث متوسط ٢٠٢٥ الدور الاول.zip | result | I3 | |  | 2025 | 1 | | الأنبار
كتاب القراءة العربية ثاني ابتدائي.pdf | book | P2 | | READING | |  | |
كتاب_رياضيات_اول_ابتدائي_2024_جزء_2.pdf | book | P1 | | MATH | 2024 | |  |
العلوم للصف الثالث الابتدائي كتاب الطالب.pdf | book | P3 | | SCIENCE | |  | |
فلسفة وعلم نفس خامس ادبي.pdf | book | R5 | L | PHILOSOPHY | |  | |
علم الاجتماع رابع ادبي 2020.pdf | book | R4 | L | SOCIOLOGY | 2020 | |  |
مراجعة مركزة كيمياء ثالث متوسط الست زينب الموسوي.pdf | note | I3 | | CHEMISTRY | |  | زينب الموسوي |
ملزمة-رياضيات-سادس-احيائي-حيدر-وليد-2025.pdf | note | R6 | S | MATH | 2025 | | حيدر وليد |
وزاريات احياء سادس علمي من 2013 الى 2024.pdf | exam | R6 | ? | BIOLOGY | ? | |  |
كردي خامس علمي 2022.pdf | book | R5 | S | KURDISH | 2022 | |  |
التربية الاخلاقية اول متوسط.pdf | book | I1 | | ETHICS | |  | |
سادس علمي عربي ج1 2026.pdf | book | R6 | S | ARABIC | 2026 | |  |
نسخة من كتاب الاحياء - الثالث المتوسط - 2024.pdf | book | I3 | | BIOLOGY | 2024 | |  |
FB_IMG_16900 وزاري عربي سادس ابتدائي ٢٠٢٢ دور ١.jpg | exam | P6 | ? | ARABIC | 2022 | 1 | |
فيزياء سادس علمي الاستاذ سعيد محي تومان 2025 ملزمة الفصل الاول.pdf | note | R6 | S | PHYSICS | 2025 | | سعيد محي تومان |
نتائج_كربلاء_السادس_الأدبي_2025_الدور_الأول.zip | result | R6 | L | | 2025 | 1 | | كربلاء
`
  .trim()
  .split('\n')

/** Names that were written, with what they mean, by somebody who had not read the rules. */
export const laterNames = `
📚 كيمياء السادس العلمي 📚 المنهج الجديد 2026.pdf | book | R6 | S | CHEMISTRY | 2026 | | |
كتاب_الأحياء_للصف_السادس_العلمي_ط٨_٢٠٢٤.pdf | book | R6 | S | BIOLOGY | 2024 | | |
هاي ملزمة الفيزياء مال استاذ قاسم الدراجي سادس علمي.pdf | note | R6 | S | PHYSICS | | | قاسم الدراجي |
Copy of رياضيات ثالث متوسط 2025.pdf | book | I3 | | MATH | 2025 | | |
نسخة من ملزمة الانكليزي للسادس الاعدادي - م. ياسر العزاوي.pdf | note | R6 | | ENGLISH | | | ياسر العزاوي |
اسئلة_الدور_الثاني_2025_كيمياء_ثالث_متوسط.jpg | exam | I3 | | CHEMISTRY | 2025 | 2 | |
الاسئلة الوزارية للغة الانكليزية السادس العلمي الدور الاول ٢٠٢٣ مع الاجوبة.pdf | exam | R6 | S | ENGLISH | 2023 | 1 | |
نتائج_الدور_الأول_2026_السادس_الابتدائي_واسط.zip | result | P6 | | | 2026 | 1 | | واسط
تربية صلاح الدين - نتائج الثالث المتوسط - الدور الثاني - 2025.zip | result | I3 | | | 2025 | 2 | | صلاح الدين
الكرخ الثالثة ادبي دور اول ٢٠٢٤ سادس.zip | result | R6 | L | | 2024 | 1 | | الكرخ الثالثة
وزاري جغرافية ٢٠١٨ دور٢ سادس ادبي (1).jpg | exam | R6 | L | GEOGRAPHY | 2018 | 2 | |
تاريخ سادس ادبي تمهيدي ٢٠٢٥ وزاري.jpg | exam | R6 | L | HISTORY | 2025 | 4 | |
مراجعة ليلة الامتحان احياء ثالث متوسط الاستاذة نور الساعدي 2025.pdf | note | I3 | | BIOLOGY | 2025 | | نور الساعدي |
ملخص التربية الاسلامية السادس الابتدائي.pdf | note | P6 | | ISLAMIC | | | |
كراس اسئلة مهمة رياضيات سادس ابتدائي للست هند عباس.pdf | note | P6 | | MATH | | | هند عباس |
قراءتي ثالث ابتدائي الجزء الثاني 2023.pdf | book | P3 | | READING | 2023 | | |
كتاب القراءة الخلدونية اول ابتدائي.pdf | book | P1 | | READING | | | |
انجليزي رابع ابتدائي كتاب النشاط 2024.pdf | book | P4 | | ENGLISH | 2024 | | |
English for Iraq 6th preparatory student book.pdf | book | R6 | | ENGLISH | | | |
English for Iraq - 1st intermediate - activity book 2025.pdf | book | I1 | | ENGLISH | 2025 | | |
physics_sadis_3lmi_dor1_2024.jpg | exam | R6 | S | PHYSICS | 2024 | 1 | |
ahya2 khamis 3lmi 2023.pdf | book | R5 | S | BIOLOGY | 2023 | | |
riyadiyat thalith mutawasit wizari 2019 dor 2.jpg | exam | I3 | | MATH | 2019 | 2 | |
الاجتماعيات خامس ابتدائي المنهج الجديد.pdf | book | P5 | | SOCIAL | | | |
اجتماعيات الثاني المتوسط ط 2024.pdf | book | I2 | | SOCIAL | 2024 | | |
فيزياء ٥ علمي ٢٠٢٢.pdf | book | R5 | S | PHYSICS | 2022 | | |
كيمياء 4 علمي.pdf | book | R4 | S | CHEMISTRY | | | |
رياضيات ٢ متوسط 2023 نسخه واضحه.pdf | book | I2 | | MATH | 2023 | | |
ملزمة حاسوب اول متوسط 2025 - مكتبة النور.pdf | note | I1 | | COMPUTER | 2025 | | |
الحاسوب رابع اعدادي ادبي ٢٠٢١.pdf | book | R4 | L | COMPUTER | 2021 | | |
علم الارض خامس علمي.pdf | book | R5 | S | GEOLOGY | | | |
كتاب الاقتصاد للصف السادس الادبي 2022-2023.pdf | book | R6 | L | ECONOMICS | 2023 | | |
الفلسفة وعلم النفس الخامس الادبي طبعة ٢٠٢٠.pdf | book | R5 | L | PHILOSOPHY | 2020 | | |
التربية الوطنية ثاني متوسط.pdf | book | I2 | | NATIONAL_EDUCATION | | | |
كوردي سادس علمي 2024.pdf | book | R6 | S | KURDISH | 2024 | | |
فرنسي ثالث متوسط كتاب الطالب 2022.pdf | book | I3 | | FRENCH | 2022 | | |
وزاري فرنسي 2024 دور اول سادس ادبي.jpg | exam | R6 | L | FRENCH | 2024 | 1 | |
وزاريات/سادس ادبي/اقتصاد/2023 د3.jpg | exam | R6 | L | ECONOMICS | 2023 | 3 | |
2024/دور اول/ثالث متوسط/اسلامية/1.jpg | exam | I3 | | ISLAMIC | 2024 | 1 | |
2024/دور اول/ثالث متوسط/اسلامية/2.jpg | exam | I3 | | ISLAMIC | 2024 | 1 | |
سادس احيائي/ملازم/الاستاذ عباس التميمي كيمياء عضوية.pdf | note | R6 | S | CHEMISTRY | | | عباس التميمي |
كتب الخامس الابتدائي/علوم.pdf | book | P5 | | SCIENCE | | | |
كتب اول متوسط 2026/العربي ج٢.pdf | book | I1 | | ARABIC | 2026 | | |
النتائج/السادس الاعدادي/علمي/الدور الثاني 2025/البصرة.zip | result | R6 | S | | 2025 | 2 | | البصرة
نتائج الرصافة الاولى سادس ابتدائي د1 26.zip | result | P6 | | | ? | 1 | | الرصافة الأولى
ديالى_ثالث_متوسط_نتائج_نهائية_2024.zip | result | I3 | | | 2024 | | | ديالى
نينوى احيائي دور ثالث 2025.zip | result | | S | | 2025 | 3 | | نينوى
نتائج طلبة السماوة المثنى الثالث المتوسط 2023 دور اول.zip | result | I3 | | | 2023 | 1 | | المثنى
نتائج الديوانية القادسية ٢٠٢٤ سادس ابتدائي.zip | result | P6 | | | 2024 | | | القادسية
WhatsApp Image 2025-06-14 at 10.22.31.jpeg | exam | | | | ? | | |
Screenshot_20250612_Telegram.jpg | exam | | | | ? | | |
CamScanner 06-12-2024 09.15.pdf | | | | | ? | | |
telegram-cloud-document-2-5301.pdf | | | | | | | |
فيزياء سادس علمي ملزمة الاستاذ احمد المياحي الجزء الاول 2025 compressed.pdf | note | R6 | S | PHYSICS | 2025 | | احمد المياحي |
ملزمة_العربي_ثالث_متوسط_الاستاذ_سجاد_الركابي_@sajad_ar.pdf | note | I3 | | ARABIC | | | سجاد الركابي |
حلول كتاب الرياضيات رابع علمي 2024.pdf | ? | R4 | S | MATH | 2024 | | |
مرشحات الكيمياء سادس علمي 2025 استاذ مصطفى خالد.pdf | note | R6 | S | CHEMISTRY | 2025 | | مصطفى خالد |
اسئلة نصف السنة فيزياء ثاني متوسط 2024.pdf | ? | I2 | | PHYSICS | 2024 | | |
دليل المعلم علوم رابع ابتدائي.pdf | ? | P4 | | SCIENCE | | | |
القواعد ثاني متوسط طبعة جديدة (2) (1).pdf | book | I2 | | GRAMMAR | | | |
`
  .trim()
  .split('\n')
