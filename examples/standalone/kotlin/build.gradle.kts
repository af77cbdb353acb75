plugins {
    kotlin("jvm") version "2.4.21"
    application
}

repositories {
    mavenLocal()
    mavenCentral()
}

dependencies {
    implementation(platform("dev.operatorkit:operatorkit-bom:0.1.0-SNAPSHOT"))
    implementation("dev.operatorkit:sdk-wallet-server")
    // For the store in memory. With a store on your database, only your tests need it.
    implementation("dev.operatorkit:sdk-wallet-testkit")
}

kotlin {
    compilerOptions {
        jvmTarget = org.jetbrains.kotlin.gradle.dsl.JvmTarget.JVM_17
        allWarningsAsErrors = true
    }
}

java {
    targetCompatibility = JavaVersion.VERSION_17
}

application {
    mainClass = "com.example.casino.CasinoKt"
}
