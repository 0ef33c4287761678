import type { ComponentChildren } from "preact";
import type { AdvanceEvents, EventType } from "../../generated/sandbox-control-types.ts";
import { describeAdvance } from "../sandbox/domain/describe-advance.ts";
import { formatMoney } from "../sandbox/domain/format-money.ts";

/** A text, or a function that puts values into one. */
type Text = string | ((...values: never[]) => ComponentChildren);

/**
 * Every text of the page, in English and in the Portuguese of Brazil, by the part of the page that shows it. What the
 * contract says is not here: docs/pt-BR/texts.yaml translates it.
 */
export const table = {
  /** The titles of the screens, by their place in the address. */
  screens: {
    overview: ["Overview", "Visão geral"],
    payments: ["Payments", "Pagamentos"],
    subscriptions: ["Subscriptions", "Assinaturas"],
    customers: ["Customers", "Clientes"],
    cards: ["Cards", "Cartões"],
    money: ["Money", "Dinheiro"],
    subaccounts: ["Subaccounts", "Subcontas"],
    "bank-accounts": ["Bank accounts", "Contas bancárias"],
    withdrawals: ["Withdrawals", "Saques"],
    requests: ["Requests", "Requisições"],
    postbacks: ["Postbacks", "Postbacks"],
    faults: ["Faults", "Falhas"],
    companies: ["Companies", "Empresas"],
    search: ["Search", "Busca"],
  },
  /** The titles of the lists, and the links back to them. */
  all: {
    payments: ["All payments", "Todos os pagamentos"],
    subscriptions: ["All subscriptions", "Todas as assinaturas"],
    customers: ["All customers", "Todos os clientes"],
    cards: ["All cards", "Todos os cartões"],
    subaccounts: ["All subaccounts", "Todas as subcontas"],
    "bank-accounts": ["All bank accounts", "Todas as contas bancárias"],
    withdrawals: ["All withdrawals", "Todos os saques"],
    requests: ["All requests", "Todas as requisições"],
    postbacks: ["All postbacks", "Todos os postbacks"],
    companies: ["All companies", "Todas as empresas"],
  },
  /** What several screens show. */
  words: {
    company: ["company", "empresa"],
    available: ["available", "disponível"],
    account: ["Account", "Conta"],
    owner: ["Owner", "Titular"],
    id: ["Id", "Id"],
    status: ["Status", "Status"],
    amount: ["Amount", "Valor"],
    time: ["Time", "Horário"],
    day: ["Day", "Data"],
    copyLink: ["Copy the link", "Copiar o link"],
    remove: ["Remove", "Remover"],
    body: ["Body", "Corpo"],
    response: ["Response", "Resposta"],
    created: ["Created", "Criação"],
    data: ["Data", "Dados"],
  },
  shell: {
    product: ["Centavo inspector", "Inspetor do Centavo"],
    connecting: ["Connecting to the sandbox…", "Conectando ao sandbox…"],
    skip: ["Skip to the content", "Ir para o conteúdo"],
    navigation: ["Screens", "Telas"],
    activeFaults: [(count: number) => `${count} active`, (count: number) => many(count, "ativa")],
    operator: [
      "You operate this sandbox. To see the data of a company, invite yourself: its timeline shows it. In the same browser, an invitation ends this session; your key opens it again.",
      "Você opera este sandbox. Para ver os dados de uma empresa, convide a si mesmo: o convite aparece na linha do tempo dela. No mesmo navegador, um convite encerra esta sessão; a sua chave a abre de novo.",
    ],
    notRunning: [
      "The sandbox does not answer. Is it still running? Start it, then open the address that it prints.",
      "O sandbox não responde. Ele ainda está rodando? Inicie-o e abra o endereço que ele mostra.",
    ],
    gone: [
      "The sandbox does not answer. The page connects again by itself as soon as it runs.",
      "O sandbox não responde. A página se reconecta sozinha assim que ele rodar.",
    ],
    crowded: [
      "Too many pages and programs follow the events of this company, so this page may be out of date. Close one of them: the page then connects again by itself.",
      "Páginas e programas demais acompanham os eventos desta empresa, e por isso esta página pode estar desatualizada. Feche um deles: a página se reconecta sozinha.",
    ],
    ended: [
      "The session has ended, or the sandbox no longer has this company.",
      "A sessão terminou, ou o sandbox não tem mais esta empresa.",
    ],
    firstCompany: ["Go to the first company", "Ir para a primeira empresa"],
  },
  layout: {
    loading: ["Loading…", "Carregando…"],
    close: ["Close", "Fechar"],
    returnCode: [
      (code: number | string) => ` (return code ${code})`,
      (code: number | string) => ` (código de retorno ${code})`,
    ],
    timeout: [
      "The sandbox has not answered for ten minutes. It may still be at work: see the events.",
      "O sandbox não responde há dez minutos. Ele ainda pode estar trabalhando: veja os eventos.",
    ],
    noAnswer: [
      "The sandbox does not answer. Nothing here is lost: try again.",
      "O sandbox não responde. Nada foi perdido: tente de novo.",
    ],
  },
  overview: {
    create: ["Create", "Criar"],
    balance: ["Balance", "Saldo"],
    withdraw: ["Withdraw", "Sacar"],
    later: ["later", "a receber"],
    byDay: ["By day, and the statement", "Por dia, com o extrato"],
    latestEvents: ["Latest events", "Últimos eventos"],
    noEvents: [
      "Nothing has happened yet. Create a payment, or call the sandbox from your program.",
      "Nada aconteceu ainda. Crie um pagamento ou chame o sandbox a partir do seu programa.",
    ],
    balanceToday: ["Balance today", "Saldo hoje"],
    scheduled: ["Later", "A receber"],
    ledger: ["Ledger", "Livro-razão"],
    ledgerAccounts: ["Ledger accounts", "Contas do livro-razão"],
    noAccounts: ["The ledger has no accounts yet.", "O livro-razão ainda não tem contas."],
  },
  /** What a resource of each type is called. */
  kinds: {
    payment: ["payment", "pagamento"],
    subscription: ["subscription", "assinatura"],
    customer: ["customer", "cliente"],
    card: ["card", "cartão"],
    subaccount: ["subaccount", "subconta"],
    bankAccount: ["bank account", "conta bancária"],
    withdrawal: ["withdrawal", "saque"],
    request: ["request", "requisição"],
    postback: ["postback", "postback"],
  },
  values: {
    none: ["none", "vazio"],
    hidden: ["hidden", "oculto"],
    noAnswer: ["no answer", "sem resposta"],
    copy: ["Copy", "Copiar"],
    copied: ["Copied", "Copiado"],
    notCopied: ["Not copied", "Não copiado"],
    inCentavos: ["in centavos, as in the interface", "em centavos, como na API"],
    inBrazil: [
      (time: string, iso: string) => `${time} in Brazil, ${iso}`,
      (time: string, iso: string) => `${time} no Brasil, ${iso}`,
    ],
    amount: [
      (money: string, centavos: number) => `${money}, ${many(centavos, "centavo")}`,
      (money: string, centavos: number) => `${money}, ${many(centavos, "centavo")}`,
    ],
    noAmount: ["No amount. Type 49,90 or 4990.", "Valor inválido. Digite 49,90 ou 4990."],
    noDay: ["No day. Type yyyy-mm-dd.", "Data inválida. Digite dd/mm/aaaa."],
    dayFormat: ["yyyy-mm-dd", "dd/mm/aaaa"],
    and: ["and", "e"],
    or: ["or", "ou"],
  },
  actions: {
    confirm: [
      (label: string) => `${label}: click again to confirm`,
      (label: string) => `${label}: clique de novo para confirmar`,
    ],
    wrongStatus: [
      (status: string, needed: string) => `It is ${status}, and this needs ${needed}.`,
      (status: string, needed: string) => `O status é ${status}, e isto exige ${needed}.`,
    ],
  },
  search: {
    hint: ["Document, amount or id (press /)", "Documento, valor ou id (tecla /)"],
    short: ["Type two characters or more.", "Digite dois caracteres ou mais."],
    nothing: ["Nothing was found.", "Nada foi encontrado."],
    found: [
      (count: number) => (count === 1 ? "1 result" : `${count} results`),
      (count: number) => many(count, "resultado"),
    ],
    more: [
      "There may be more results. Refine your search.",
      "Pode haver mais: refine a busca com outro dado.",
    ],
    name: ["Name", "Nome"],
  },
  money: {
    company: ["the company", "a empresa"],
    from: ["From", "De"],
    to: ["To", "Até"],
    today: [(day: string) => `Today, ${day}`, (day: string) => `Hoje, ${day}`],
    available: ["Available balance", "Saldo disponível"],
    scheduled: ["Still to come", "A receber"],
    scheduledNote: ["net, from tomorrow on", "líquido, de amanhã em diante"],
    withdrawn: ["Withdrawn", "Sacado"],
    byDay: ["What comes in, by day", "Recebíveis por dia"],
    open: [
      "From today on, or the days that you choose. Open one to see its payments.",
      "De hoje em diante ou as datas que você escolher. Abra uma para ver os pagamentos dela.",
    ],
    nothing: ["Nothing comes in or leaves on these days.", "Nada entra nem sai nestas datas."],
    gross: ["Gross", "Bruto"],
    fees: ["Fees", "Taxas"],
    splits: ["To subaccounts", "Para subcontas"],
    net: ["Net", "Líquido"],
    balance: ["Balance", "Saldo"],
    more: ["Show more", "Mostrar mais"],
    statement: ["Statement", "Extrato"],
    opening: ["Opening balance", "Saldo inicial"],
    closing: ["Closing balance", "Saldo final"],
    before: [(day: string) => `before ${day}`, (day: string) => `antes de ${day}`],
    end: [(day: string) => `at the end of ${day}`, (day: string) => `no fim de ${day}`],
    event: ["What happened", "Lançamento"],
    of: ["Payment or withdrawal", "Pagamento ou saque"],
    change: ["Change of the balance", "Entrada ou saída"],
    endsToday: ["today", "hoje"],
    noMovements: ["The balance does not change on these days.", "O saldo não muda nestas datas."],
    behind: ["Payments and withdrawals of the day", "Pagamentos e saques do dia"],
    ofWholePayment: [
      "Gross, fees and what went to subaccounts are those of the whole payment, also if the day has one of its instalments.",
      "Bruto, taxas e o que foi para subcontas são do pagamento inteiro, mesmo que no dia só entre uma das parcelas.",
    ],
    allDays: ["All days", "Todas as datas"],
    comes: ["to come", "a receber"],
    advance: [
      (day: string) => `Advance the clock to ${day}`,
      (day: string) => `Adiantar o relógio até ${day}`,
    ],
  },
  clock: {
    title: ["The company's clock", "Relógio da empresa"],
    moving: ["in Brazil, moving", "no Brasil, andando"],
    frozen: ["in Brazil, frozen", "no Brasil, parado"],
    hour: ["+1 hour", "+1 hora"],
    day: ["+1 day", "+1 dia"],
    month: ["+1 month", "+1 mês"],
    year: ["+1 year", "+1 ano"],
    settlement: ["Next settlement", "Próxima liquidação"],
    charge: ["Next charge", "Próxima cobrança"],
    expiry: ["Next expiry", "Próxima expiração"],
    noneToCome: [
      "None is to come: the clock stays.",
      "Não há nada previsto: o relógio fica onde está.",
    ],
    toNoon: ["Advance to noon of this day", "Adiantar até o meio-dia desta data"],
    go: ["Go", "Ir"],
    goTo: [(day: string) => `Go to ${day}`, (day: string) => `Ir para ${day}`],
    advancing: [
      "Advancing, and running every job that falls due",
      "Avançando e executando cada tarefa cuja hora chega",
    ],
    advanced: [describeAdvance, describeAdvanceInPortuguese],
  },
  people: {
    name: ["Name", "Nome"],
    owner: ["Owner", "Responsável"],
    newKeys: [
      "Copy the keys now: the sandbox does not show them again.",
      "Copie as chaves agora: o sandbox não as mostra de novo.",
    ],
    copyPublicKey: ["Copy public key", "Copiar a chave pública"],
    copyPrivateKey: ["Copy private key", "Copiar a chave privada"],
    rotateKeys: ["Rotate its keys", "Trocar as chaves"],
    invitations: ["Invitations", "Convites"],
    invite: ["Invite somebody", "Convidar alguém"],
    sendLink: [
      "Send this link to one person. It opens this company once, within 24 hours.",
      "Envie este link a uma só pessoa. Ele abre esta empresa uma vez, em até 24 horas.",
    ],
    noInvitations: [
      "Nobody has an invitation to this company that can still be used.",
      "Ninguém tem um convite para esta empresa que ainda possa ser usado.",
    ],
    expires: ["Expires", "Expira em"],
    revoke: ["Revoke", "Revogar"],
    revokeIt: ["Revoke it", "Revogar"],
  },
  signIn: {
    operating: ["You operate a shared sandbox?", "Você opera um sandbox compartilhado?"],
    operatorKey: ["Operator's key", "Chave do operador"],
    openOperator: ["Open the operator's page", "Abrir a página do operador"],
    publicKey: ["Public key", "Chave pública"],
    privateKey: ["Private key", "Chave privada"],
    open: ["Open", "Abrir"],
    enterKeys: ["Enter the keys of this company", "Informar as chaves desta empresa"],
    signOut: ["Sign out", "Sair"],
  },
  fields: {
    optional: [" optional", " opcional"],
    none: ["none", "nenhum"],
    addTo: [(name: string) => `Add to ${name}`, (name: string) => `Adicionar a ${name}`],
    testCard: ["Test card", "Cartão de teste"],
    noTestCard: ["no test card", "nenhum cartão de teste"],
    testCardEnding: [
      (ending: string) => `Test card …${ending}`,
      (ending: string) => `Cartão de teste …${ending}`,
    ],
    newOne: ["a new one, from the example", "criar com os dados do exemplo"],
  },
  list: {
    any: ["any", "qualquer"],
    pages: ["Pages", "Páginas"],
    first: ["First", "Primeira"],
    previous: ["Previous", "Anterior"],
    next: ["Next", "Próxima"],
    last: ["Last", "Última"],
    page: [
      (page: number, last: number, total: number) => `page ${page} of ${last}, ${total} in all`,
      (page: number, last: number, total: number) => `página ${page} de ${last}, ${total} no total`,
    ],
  },
  form: {
    control: [", in the control API of the sandbox", ", na API de controle do sandbox"],
    example: ["Example", "Exemplo"],
    asSent: ["none: as it was sent", "nenhum: como foi enviada"],
    sending: ["Sending…", "Enviando…"],
    again: [(summary: string) => `${summary} again`, (summary: string) => `${summary} de novo`],
    asJson: ["Edit as JSON", "Editar como JSON"],
    asFields: ["Edit the fields", "Editar os campos"],
    warning: ["Warning: ", "Aviso: "],
    done: ["Done.", "Pronto."],
    openIt: [(kind: string) => `Open the ${kind}`, (kind: string) => `Abrir ${kind}`],
  },
  timeline: {
    title: ["Timeline", "Linha do tempo"],
    earlier: [
      (count: number) => `Show earlier events, ${count} in all`,
      (count: number) => `Mostrar eventos anteriores, ${count} no total`,
    ],
    nothing: [
      "Nothing has happened to it yet, or too long ago.",
      "Ainda não há eventos, ou eles são antigos demais e já foram descartados.",
    ],
    posted: [
      (event: string, count: number) => `Ledger: ${event}, ${count} entries`,
      (event: string, count: number) => `Livro-razão: ${event}, ${many(count, "lançamento")}`,
    ],
    availableTo: [
      (money: string, owner: ComponentChildren, isCompany: boolean) => [
        `${money} became available to ${isCompany ? "the " : ""}`,
        owner,
      ],
      (money: string, owner: ComponentChildren) => [`${money} disponível para a `, owner],
    ],
    charged: [
      (money: string, attempt: number) => `Charge ${money}, attempt ${attempt}: `,
      (money: string, attempt: number) => `Cobrança de ${money}, tentativa ${attempt}: `,
    ],
    postbackOf: [
      (status: string) => `Postback of ${status}`,
      (status: string) => `Postback de ${status}`,
    ],
    attempt: [
      (attempt: number) => `, attempt ${attempt}: `,
      (attempt: number) => `, tentativa ${attempt}: `,
    ],
    advanced: ["The clock advanced", "O relógio avançou"],
    imported: ["A state file was imported", "Um arquivo de estado foi importado"],
    restored: ["A snapshot was restored", "Um snapshot foi restaurado"],
    entries: ["Entries", "Lançamentos"],
    details: ["Details", "Detalhes"],
    cause: [(cause: string) => `cause: ${cause}`, (cause: string) => `causa: ${cause}`],
    ledgerEntries: ["Ledger entries", "Lançamentos do livro-razão"],
    noEntries: ["It has no entries.", "Não há lançamentos."],
  },
  companies: {
    thisCompany: ["This company", "Esta empresa"],
    reset: ["Reset it", "Fazer um reset"],
    save: ["Save", "Salvar"],
    copySnippet: ["Copy a snippet for a program", "Copiar um trecho de código"],
    snapshots: ["Snapshots", "Snapshots"],
    createSnapshot: ["Create a snapshot", "Criar um snapshot"],
    noSnapshots: [
      "There are no snapshots. A snapshot keeps all data of this company, so that you can go back to it.",
      "Não há snapshots. Um snapshot guarda todos os dados desta empresa, para que você possa voltar a eles.",
    ],
    snapshot: ["Snapshot", "Snapshot"],
    restore: ["Restore", "Restaurar"],
    restoreIt: ["Restore it", "Restaurar"],
    yours: ["Your companies", "Suas empresas"],
    create: ["Create a company", "Criar uma empresa"],
    noCompanies: ["There are no companies.", "Não há empresas."],
    company: ["Company", "Empresa"],
    thisOne: ["this one", "esta"],
    keys: ["Keys", "Chaves"],
    lastUse: ["Last use", "Último uso"],
    never: ["never", "nunca"],
    manage: ["Manage", "Gerenciar"],
    manageOne: [(name: string) => `Manage ${name}`, (name: string) => `Gerenciar ${name}`],
    nameless: ["A company without a name", "Uma empresa sem nome"],
    deleteIt: ["Delete it", "Excluir"],
  },
  faults: {
    active: ["Active faults", "Falhas ativas"],
    clearAll: ["Clear all", "Remover todas"],
    none: ["There are none.", "Não há nenhuma."],
    set: ["Set faults", "Definir falhas"],
    scope: [
      "They replace the active ones, and affect requests to the service, from programs and from the forms of this page. What the page reads is not affected.",
      "Elas substituem as ativas e afetam as requisições ao serviço, feitas por programas e pelos formulários desta página. O que a página lê não é afetado.",
    ],
    normal: [
      "Every request gets its normal response.",
      "Toda requisição recebe a resposta normal.",
    ],
    clear: ["Clear", "Remover"],
  },
  payments: {
    payment: ["Payment", "Pagamento"],
    method: ["Method", "Meio"],
    buyer: ["Buyer", "Comprador"],
    playBuyer: ["Sandbox: play the buyer", "Sandbox: faça o papel do comprador"],
    buyerQrCode: ["The sandbox page as a QR code", "A página do sandbox como QR code"],
    openBuyerPage: ["Open the page of the buyer", "Abrir a página do comprador"],
    buyerPageNote: [
      "The code leads to the same page, for example on a phone. No bank reads it.",
      "O código leva à mesma página, por exemplo em um celular. Nenhum banco o lê.",
    ],
    nothing: [
      "There are no payments. Create one here, or from your program.",
      "Não há pagamentos. Crie um aqui ou a partir do seu programa.",
    ],
    impossible: [
      (count: number) => `${count} impossible now`,
      (count: number) => `${count} ${count === 1 ? "impossível" : "impossíveis"} agora`,
    ],
    refund: ["Refund it", "Estornar"],
    reading: [
      "The page is still reading whether it is possible.",
      "A página ainda está verificando se é possível.",
    ],
    wrongMethod: [
      (method: string, needed: string) => `It is a ${method} payment, and this needs ${needed}.`,
      (method: string, needed: string) =>
        `O meio de pagamento é ${method}, e isto exige ${needed}.`,
    ],
    anticipate: ["Anticipate its receivables", "Antecipar os recebíveis"],
    anticipated: ["It is anticipated.", "Já foi antecipado."],
    qrCode: ["QR code", "QR code"],
    billet: ["Billet", "Boleto"],
    notPayable: [
      (title: string) => `${title}, no longer payable`,
      (title: string) => `${title}: não pode mais ser pago`,
    ],
    copyCode: ["Copy the code", "Copiar o código"],
    qrCodeOf: ["The QR code of this PIX", "O QR code deste PIX"],
    copyLine: ["Copy the line", "Copiar a linha digitável"],
    openBillet: ["Open the billet as PDF", "Abrir o boleto em PDF"],
  },
  postbacks: {
    postback: ["Postback", "Postback"],
    about: ["About", "Sobre"],
    delivery: ["Delivery", "Entrega"],
    attempts: ["Attempts", "Tentativas"],
    nextAttempt: ["Next attempt", "Próxima tentativa"],
    send: ["Send", "Enviar"],
    nothing: [
      "There are no postbacks. A payment or a withdrawal with a postbackUrl sends one at each change of its status.",
      "Não há postbacks. Um pagamento ou saque com postbackUrl envia um a cada mudança de status.",
    ],
    to: [" to ", " para "],
    delay: ["Delay it", "Atrasar"],
    next: ["Next attempt: ", "Próxima tentativa: "],
    noAttempts: ["none yet", "nenhuma ainda"],
    byListener: ["by a listener", "por um listener"],
    noNext: ["none", "nenhuma"],
    sendPENDING: ["Send now", "Enviar agora"],
    sendFAILED: ["Send again", "Enviar de novo"],
    sendDELIVERED: ["Send a duplicate", "Enviar uma duplicata"],
    listener: [
      (types: string) => `A listener delivers postbacks of this type: ${types}.`,
      (types: string) => `Um listener entrega os postbacks deste tipo: ${types}.`,
    ],
    noListener: [
      "No listener is there, so the sandbox delivers the postbacks itself.",
      "Não há listener, e por isso o próprio sandbox entrega os postbacks.",
    ],
    receiver: ["Built-in receiver", "Receptor embutido"],
    sentTo: [
      (url: ComponentChildren) => [
        "The forms of this page send postbacks to ",
        url,
        ". Choose how it answers:",
      ],
      (url: ComponentChildren) => [
        "Os formulários desta página enviam os postbacks para ",
        url,
        ". Escolha como ele responde:",
      ],
    ],
    accept: ["Answer 200", "Responder 200"],
    fail: ["Answer 500", "Responder 500"],
    hang: ["Never answer", "Nunca responder"],
    reset: ["Cut the connection", "Derrubar a conexão"],
    isCurrent: ["It does this now.", "É o que ele faz agora."],
  },
  requests: {
    operation: ["Operation", "Operação"],
    path: ["Path", "Caminho"],
    duration: ["Duration", "Duração"],
    reasons: ["Reasons", "Motivos"],
    nothing: [
      "There are no requests. What this page reads is left out.",
      "Não há requisições. O que esta página lê fica de fora.",
    ],
    unknown: [
      "The timeline has no request with this id.",
      "A linha do tempo não tem uma requisição com este id.",
    ],
    request: ["Request", "Requisição"],
    query: ["Query", "Query"],
    inDocs: ["In the docs", "Na documentação"],
    sendAgain: ["Send again, or edit it first", "Enviar de novo ou editar antes"],
    asCurl: ["Copy as curl", "Copiar como curl"],
    asTypeScript: ["Copy as TypeScript", "Copiar como TypeScript"],
    redacted: [
      (names: string) => `A copy has ${names} redacted: fill in what the log does not have.`,
      (names: string) => `A cópia vem sem ${names}: preencha o que o log não guarda.`,
    ],
    noBody: ["The log does not have the whole body.", "O log não tem o corpo inteiro."],
    again: [
      (summary: string) => `Send again: ${summary}`,
      (summary: string) => `Enviar de novo: ${summary}`,
    ],
    sameOutcome: [
      (outcome: string) =>
        `The log masks the card. The form has a test card with the same outcome, ${outcome}.`,
      (outcome: string) =>
        `O log mascara o cartão. O formulário tem um cartão de teste com o mesmo resultado, ${outcome}.`,
    ],
    missing: [
      (names: string) =>
        `The log redacts ${names}, and does not tell what the request had: fill it in.`,
      (names: string) =>
        `O log não guarda ${names} e não diz o que a requisição tinha: preencha de novo.`,
    ],
    cardDecides: [" The card decides the outcome.", " O cartão decide o resultado."],
    token: [
      "TOKEN is the access_token that POST /auth returns.",
      "TOKEN é o access_token que POST /auth retorna.",
    ],
    fillIn: [
      (names: string) => `Fill in ${names}, which the log redacts.`,
      (names: string) => `Preencha ${names}, que o log não guarda.`,
    ],
  },
  resources: {
    subscriptions: ["There are no subscriptions.", "Não há assinaturas."],
    customers: ["There are no customers.", "Não há clientes."],
    cards: ["There are no cards.", "Não há cartões."],
    subaccounts: ["There are no subaccounts.", "Não há subcontas."],
    "bank-accounts": ["There are no bank accounts.", "Não há contas bancárias."],
    withdrawals: ["There are no withdrawals.", "Não há saques."],
    setTo: [(status: string) => `Set to ${status}`, (status: string) => `Mudar para ${status}`],
    notListed: ["The sandbox has none with this id.", "O sandbox não tem nada com este id."],
  },
  /** Links to the lists that a subaccount has of its own. */
  itsOwn: {
    "bank-accounts": ["Its bank accounts", "Contas bancárias da subconta"],
    withdrawals: ["Its withdrawals", "Saques da subconta"],
  },
  subscriptions: {
    everyDays: [
      (count: number) => ` every ${count} days`,
      (count: number) => ` a cada ${many(count, "dia")}`,
    ],
    times: [(count: number) => `, ${count} times`, (count: number) => `, ${count} vezes`],
    update: ["Update", "Alterar"],
    splits: ["Splits", "Splits"],
    addSplit: ["Add a split", "Adicionar um split"],
    noSplits: ["It has no splits.", "Não há splits."],
    subaccount: ["Subaccount", "Subconta"],
    share: ["Share", "Parte"],
    fixedShare: ["an amount", "um valor"],
    charges: ["Charges", "Cobranças"],
    earlier: [
      (count: number) => `${count} earlier`,
      (count: number) => `${count} ${count === 1 ? "anterior" : "anteriores"}`,
    ],
    next: ["next charge", "próxima cobrança"],
    nextRetry: [(retry: string) => `next ${retry}`, (retry: string) => `próxima: ${retry}`],
    retry: [(count: number) => `retry ${count} `, (count: number) => `nova tentativa ${count} `],
  },
} satisfies Record<string, Record<string, readonly [english: Text, portuguese: Text]>>;

type Table = typeof table;

/** A text in either language. What cannot be called alike in both has no usable type. */
type InEither<Pair> = Pair extends readonly [infer English, infer Portuguese]
  ? Portuguese extends English
    ? English
    : symbol
  : never;

/** The texts in one language. */
export type Texts = {
  [Group in keyof Table]: { [Name in keyof Table[Group]]: InEither<Table[Group][Name]> };
};

/** What the events of an advance are called in Portuguese, as describe-advance.ts has them in English. */
const caused: readonly (readonly [type: EventType, one: string, many: string])[] = [
  ["subscription.charged", "cobrança de assinatura", "cobranças de assinaturas"],
  ["status.changed", "mudança de status", "mudanças de status"],
  ["ledger.posted", "registro no livro-razão", "registros no livro-razão"],
  ["postback.attempted", "tentativa de postback", "tentativas de postback"],
];

function describeAdvanceInPortuguese({ counts, settled }: AdvanceEvents): string {
  const parts = caused.flatMap(([type, one, many]) => {
    const count = counts[type] ?? 0;
    return count === 0 ? [] : [`${count} ${count === 1 ? one : many}`];
  });
  const money = settled === null ? "Mais do que a linha do tempo guarda" : formatMoney(settled);
  const sentences = [
    counts["balance.settled"] && `Ficou disponível: ${money}.`,
    parts.length > 0 && `O avanço causou: ${parts.join(", ")}.`,
  ].filter(Boolean);
  return (
    sentences.join(" ") || "Não havia cobrança, liquidação, mudança de status nem postback a fazer."
  );
}

/** A count before a word whose plural has an s. */
function many(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`;
}
