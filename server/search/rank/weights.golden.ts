/** For each number of the ranking a query of the hard sample that it moves, and what that query finds. */
export const golden: Record<string, { query: string; ids: string }> = {
  'part.subject': {
    query: 'وزاري د3 رياضيات ثالث متوسط',
    ids: 'ae0016 ae0187 ae0069 ae0038 ae0101 ae0215 ae0163 ae0131 ab0109 am0038',
  },
  'part.grade': {
    query: 'وزاري د3 رياضيات ثالث متوسط',
    ids: 'ae0016 ae0187 ae0069 ae0038 ae0101 ae0215 ae0163 ae0131 ab0109 am0038',
  },
  'part.type': {
    query: 'وزاري د3 رياضيات ثالث متوسط',
    ids: 'ae0016 ae0187 ae0069 ae0038 ae0101 ae0215 ae0163 ae0131 ab0109 am0038',
  },
  'part.topic': {
    query: 'جدول ثالث متوسط د2',
    ids: 'an0060 an0057 an0053 an0061 ae0076 ae0077 an0023 ae0039 ae0191 ae0193',
  },
  'part.branch': {
    query: 'بكلوريا اقتصاد ادبي د١',
    ids: 'ae0008 ae0121 ae0028 ae0207 ae0091 ae0180 ae0153 ae0236 ae0060 ae0059',
  },
  'part.place': {
    query: 'شحة الكتب ميسان',
    ids: 'an0105 an0109 an0102 an0103 an0104 an0114 an0107 an0115 an0108 an0113',
  },
  'part.year': {
    query: 'وزاري انكليزي سادس 2020 صورة واضحة',
    ids: 'ae0007 ae0160 ae0055 ae0213 ae0086 ae0023 ae0175 ae0202 ae0184 ae0231',
  },
  'part.round': {
    query: 'كيمياء سادس علمي د٣',
    ids: 'ae0142 ae0017 ae0014 ae0112 ae0198 ae0226 ae0080 ae0049 ae0173 am0093',
  },
  'part.sameKind': {
    query: 'الصخور النارية',
    ids: 'am0088 ab0205 ab0206 am0182 an0084',
  },
  'part.bareDigit': {
    query: 'فيزياء 3',
    ids: 'ae0004 am0048 am0315 am0049 ab0111 am0008 ae0216 ae0012 ae0070 ab0112',
  },
  'word.upToTwoLetters': {
    query: '50 غزوة',
    ids: 'am0081',
  },
  'word.threeLetters': {
    query: 'غزوة بدر',
    ids: 'am0081 ab0122 ab0121 am0141 am0109 am0074 am0075 am0269 am0072 am0173',
  },
  'word.longer': {
    query: 'الغاء التشعيب',
    ids: 'an0092 an0093 an0077 an0091 an0090 an0084 an0085 an0082 an0088 an0076',
  },
  'word.joinedToName': {
    query: 'بدر الدين الوردي',
    ids: 'am0141 am0109 am0074 am0075 am0254 am0158 am0222 am0318 am0126 am0064',
  },
  'word.unknown': {
    query: 'الممنوع نم الصرف ثالث',
    ids: 'am0064 ab0118 ab0117 am0016 am0162 am0110 am0065 am0194 am0126 ae0105',
  },
  'word.inKeywords': {
    query: 'دليل المعام للرياظيات',
    ids: 'ab0060 ab0159 ab0093 ab0221 ab0179 ab0219 ab0152 ab0001 ab0021 ab0171',
  },
  'word.inBody': {
    query: 'غزوة بدر',
    ids: 'am0081 ab0122 ab0121 am0141 am0109 am0074 am0075 am0269 am0072 am0173',
  },
  'word.manner': {
    query: 'الله يوفقكم متى تظهر نتائج الصف الثالث المتوسط الدور الاول',
    ids: 'an0022 an0015 an0018 an0011 an0026 an0028 an0023 an0027 an0035 an0038',
  },
  'text.rank': {
    query: 'معلم كرة',
    ids: 'an0137 an0124 ab0051 am0296 am0183 ab0076 ae0238 ab0038 am0168 ae0062',
  },
  'text.title': {
    query: 'معلم كرة',
    ids: 'an0137 an0124 ab0051 am0296 am0183 ab0076 ae0238 ab0038 am0168 ae0062',
  },
  'text.keywords': {
    query: 'معلم كرة',
    ids: 'an0137 an0124 ab0051 am0296 am0183 ab0076 ae0238 ab0038 am0168 ae0062',
  },
  'text.body': {
    query: 'معلم كرة',
    ids: 'an0137 an0124 ab0051 am0296 am0183 ab0076 ae0238 ab0038 am0168 ae0062',
  },
  'title.likeness': {
    query: 'كيمياء سادس علمي د٣',
    ids: 'ae0142 ae0017 ae0014 ae0112 ae0198 ae0226 ae0080 ae0049 ae0173 am0093',
  },
  'title.sameFrom': {
    query: 'كيمياء سادس علمي د٣',
    ids: 'ae0142 ae0017 ae0014 ae0112 ae0198 ae0226 ae0080 ae0049 ae0173 am0093',
  },
  'kind.material': {
    query: 'نصوص وادب سادس ادبي',
    ids: 'am0028 am0258 ab0185 ae0085 am0063 am0158 ae0022 am0222 ae0116 ae0201',
  },
  'kind.report': {
    query: 'معلم كرة',
    ids: 'an0137 an0124 ab0051 am0296 am0183 ab0076 ae0238 ab0038 am0168 ae0062',
  },
  'partly.unstatedBranch': {
    query: 'نتائج تمهيدي السادس علمي للطالبات',
    ids: 'an0021 an0005 an0020 an0013 an0007 an0002 an0004 an0010 an0036 an0032',
  },
  'partly.unstatedTrack': {
    query: 'نتيجة سادس تطبيقي',
    ids: 'an0012 an0006 an0009 an0020 an0007 an0031 an0040 an0005 an0046 an0037',
  },
  'partly.otherTrack': {
    query: 'نتائج سادس تطبيقي 2022',
    ids: 'an0013 an0010 an0012 an0006 an0045 an0020 an0007 an0005 an0021 an0036',
  },
  'partly.earlierHalfOfSchoolYear': {
    query: 'كيمياء سادس علمي 2022-2023',
    ids: 'ae0014 ae0142 am0053 am0125 am0054 am0093 ab0176 am0180 ab0175 am0013',
  },
  'partly.nearCategory': {
    query: 'يمته يبدون الدوام',
    ids: 'an0143 an0140 an0141 an0142 an0139 an0144 an0147 an0145 an0164 an0149',
  },
  'partly.otherRound': {
    query: 'كيمياء سادس علمي د٣',
    ids: 'ae0142 ae0017 ae0014 ae0112 ae0198 ae0226 ae0080 ae0049 ae0173 am0093',
  },
  'partly.otherTopic': {
    query: 'اكو حلول لكتاب الاحياء ثالث',
    ids: 'am0001 am0172 am0240 am0095 am0108 am0059 am0020 am0060 ab0116 ab0220',
  },
  'partly.pastPapersForExams': {
    query: 'وزاري اسلامية سادس ابتدائي للموهوبين',
    ids: 'ae0097 ae0127 ae0183 ae0065 ae0159 ae0212 ae0034 am0230 ab0064 ab0063',
  },
  'partly.examsForPastPapers': {
    query: 'وزاريات محلوله عربي ثالث',
    ids: 'am0016 ae0166 ae0219 ae0135 ae0105 ae0073 ae0191 ae0042 am0110 am0194',
  },
  'partly.unstatedPart': {
    query: 'قواعد اول متوسط',
    ids: 'am0033 am0270 ab0082 ab0081 am0094 am0318',
  },
  'partly.otherPart': {
    query: 'قواعد اول متوسط',
    ids: 'am0033 am0270 ab0082 ab0081 am0094 am0318',
  },
  'partly.bookBesideTheBook': {
    query: 'اني طالبة سادس ابتدائي واحتاج كتاب العلوم ضروري اليوم',
    ids: 'ab0062 ab0061 am0163 am0272 am0083 am0227 am0082 ae0010 ae0002 ae0126',
  },
  'partly.topicOfNearKind': {
    query: 'اكو حلول لكتاب الاحياء ثالث',
    ids: 'am0001 am0172 am0240 am0095 am0108 am0059 am0020 am0060 ab0116 ab0220',
  },
  'partly.grantedFrom': {
    query: 'وزاري د3 رياضيات ثالث متوسط',
    ids: 'ae0016 ae0187 ae0069 ae0038 ae0101 ae0215 ae0163 ae0131 ab0109 am0038',
  },
  'nearKind.book>malazima': {
    query: 'اني طالبة سادس ابتدائي واحتاج كتاب العلوم ضروري اليوم',
    ids: 'ab0062 ab0061 am0163 am0272 am0083 am0227 am0082 ae0010 ae0002 ae0126',
  },
  'nearKind.malazima>book': {
    query: 'اكو حلول لكتاب الاحياء ثالث',
    ids: 'am0001 am0172 am0240 am0095 am0108 am0059 am0020 am0060 ab0116 ab0220',
  },
  'nearKind.malazima>ministerial-exam': {
    query: 'محتاجه مراجعه انكليزي للسادس',
    ids: 'am0037 am0216 am0169 am0036 am0096 am0280 am0066 ab0187 ab0188 ae0055',
  },
  'nearKind.ministerial-exam>malazima': {
    query: 'وزاري د3 رياضيات ثالث متوسط',
    ids: 'ae0016 ae0187 ae0069 ae0038 ae0101 ae0215 ae0163 ae0131 ab0109 am0038',
  },
  'nearKind.ministerial-exam>book': {
    query: 'وزاري د3 رياضيات ثالث متوسط',
    ids: 'ae0016 ae0187 ae0069 ae0038 ae0101 ae0215 ae0163 ae0131 ab0109 am0038',
  },
  'coverage.words': {
    query: 'التغذية المدرسية البصرة',
    ids: 'an0159 an0156 an0158 an0157 an0148 an0141 an0142 an0143 an0164 an0139',
  },
  'coverage.name': {
    query: 'مهد الطريجي',
    ids: 'am0193 am0129 am0257 am0289 am0007 am0097 am0225 am0057 am0161',
  },
  'coverage.facts': {
    query: 'كتب الغاء التشعيب التغذية غزوة',
    ids: '',
  },
  'coverage.example': {
    query: 'جهاز الدوران',
    ids: 'am0059 ab0116 ab0220 ab0115 am0060 am0172 am0240 am0095 am0020 am0001',
  },
  'sense.required': {
    query: 'فيزيااء زقزوق بلبول طرطور شمبوخ',
    ids: '',
  },
  'sense.soft': {
    query: 'نتيجة مباراة الزوراء والشرطة',
    ids: '',
  },
  'sense.softGuess': {
    query: 'امتحاننات زقزوق',
    ids: '',
  },
  'sense.words': {
    query: 'سيارة مستعملة',
    ids: '',
  },
  'sense.name': {
    query: 'كود خصم نون',
    ids: '',
  },
  'sense.likelyName': {
    query: 'كود خصم طون',
    ids: '',
  },
  'sense.foreignWord': {
    query: 'نتيجة مباراة الزوراء والشرطة',
    ids: '',
  },
  'sense.boilerplate': {
    query: 'الحربالعالمية الاولى',
    ids: 'am0068 am0101 am0209 am0145 am0069 am0021 am0015 ab0181 ab0182 ae0003',
  },
  'sense.guess': {
    query: 'زقزوق بلبول امتحانات',
    ids: 'an0064 an0063 an0065 an0054 an0056 an0061 an0058 an0052 ae0074 ae0025',
  },
  'surely.exact': {
    query: 'فيزيااء زقزوق بلبول طرطور شمبوخ',
    ids: '',
  },
  'surely.meant': {
    query: 'hg[ih. hgufd',
    ids: 'am0060 am0059 ab0116 ab0220 ab0115 am0172 am0240 am0095 am0020 am0001',
  },
  'surely.repaired': {
    query: 'فيزياء الكهرمغنا',
    ids: 'am0046 ab0096 ab0194 am0139 ab0216 ab0173 am0251 am0155 am0091 ab0154',
  },
}
